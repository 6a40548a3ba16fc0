import { linkMessage } from "../link-message";

/** Asks a person to prove the address that their account is to get; sent there. */
export const confirmNewEmail = linkMessage(({ t }, part, values) => t(`confirm_new_email.${part}`, values));

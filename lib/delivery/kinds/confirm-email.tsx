import { linkMessage } from "../link-message";

/** Asks a person to prove the address of their account. */
export const confirmEmail = linkMessage(({ t }, part, values) => t(`confirm_email.${part}`, values));

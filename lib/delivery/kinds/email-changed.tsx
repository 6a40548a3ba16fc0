import { linkMessage } from "../link-message";

/** Informs the old address that the account has another one, with a link that restores it. */
export const emailChanged = linkMessage(({ t }, part, values) => t(`email_changed.${part}`, values));

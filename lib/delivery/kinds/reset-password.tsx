import { linkMessage } from "../link-message";

/** Sends the link with which a new password is chosen. */
export const resetPassword = linkMessage(({ t }, part, values) => t(`reset_password.${part}`, values));

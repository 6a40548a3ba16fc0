import { linkMessage } from "../link-message";

/** Sends the link with which a new password is chosen. */
export const resetPassword = linkMessage("reset_password");

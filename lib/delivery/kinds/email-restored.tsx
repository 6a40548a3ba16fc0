import { linkMessage } from "../link-message";

/** Informs an address that an undo replaced, with a link to object (D52). */
export const emailRestored = linkMessage(({ t }, part, values) => t(`email_restored.${part}`, values));

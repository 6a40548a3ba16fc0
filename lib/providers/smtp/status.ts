/** Statuses about the sender are 5.1.7, 5.1.8 and 5.7; about the message 5.2.3, 5.3.4 and 5.6. */
const NOT_RECIPIENT = /^5\.(?:1\.[78]\b|2\.3\b|3\.4\b|6\.|7\.)/;

/** Whether a refusal for good is about the recipient, by its status (RFC 3463). */
export function refusesRecipient(status: string): boolean {
  return status.startsWith("5.") && !NOT_RECIPIENT.test(status);
}

let hasDonated = false;

/** Notes in this document that a donation was paid, which makes what the router remembers old. */
export function noteDonated(): void {
  hasDonated = true;
}

/** Whether a donation was noted; once. */
export function takeDonated(): boolean {
  const had = hasDonated;
  hasDonated = false;
  return had;
}

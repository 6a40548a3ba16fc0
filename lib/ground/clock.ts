let read = () => new Date();

/** The current time. All code asks here, so that a test can set it. */
export function now(): Date {
  return read();
}

/** Replaces the clock; without an argument the real one returns. For tests. */
export function setClock(clock: () => Date = () => new Date()): void {
  read = clock;
}

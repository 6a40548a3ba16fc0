/** Something the person at the keyboard can act on: shown as its message alone. */
export class LaunchProblem extends Error {
  override name = "LaunchProblem";
}

/** Ends the process with what is wrong: one line where a person can act on it, all we know otherwise. */
export function fail(error: unknown): never {
  const known =
    error instanceof LaunchProblem || (error instanceof Error && error.name === "ConfigurationError");
  console.error(known ? error.message : error);
  process.exit(1);
}

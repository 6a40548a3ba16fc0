/** An error that a person can act on: only its message is shown. */
export class LaunchProblem extends Error {
  override name = "LaunchProblem";
}

/** Ends the process with an error: its message if a person can act on it, else the whole error. */
export function fail(error: unknown): never {
  const known =
    error instanceof LaunchProblem || (error instanceof Error && error.name === "ConfigurationError");
  console.error(known ? error.message : error);
  process.exit(1);
}

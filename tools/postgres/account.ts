import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { LaunchProblem } from "../launcher/problem";

/** The user that PostgreSQL runs as; null for the current one. */
export type Account = { uid: number; gid: number } | null;

/** Has no rights and exists on every Unix; initdb needs an account with a name. */
const UNPRIVILEGED = "nobody";

/**
 * PostgreSQL refuses to run as root, so root runs it as an account without rights.
 * @throws LaunchProblem when the machine has none
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return null;
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name === UNPRIVILEGED) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new LaunchProblem(`PostgreSQL refuses to run as root and there is no account "${UNPRIVILEGED}".`);
}

/** Whether an account can pass through a directory. */
export function canEnter(directory: string, account: Account): boolean {
  if (account === null) return true;
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], {
    ...account,
    cwd: "/",
    stdio: "ignore",
  });
  return status === 0;
}

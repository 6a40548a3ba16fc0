import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "../launcher/problem";
import { type Account, canEnter } from "./account";

/**
 * The directory of the database files, owned by PostgreSQL's account: inside the data directory or, where the account
 * cannot access that, in a staging directory named after it.
 * @throws LaunchProblem when it belongs to another user
 */
export function databaseHome(dataDir: string, account: Account): string {
  const beside = join(dataDir, "postgres");
  const home = canEnter(dataDir, account) || existsSync(join(beside, "data")) ? beside : staged(dataDir);
  if (!existsSync(home)) {
    mkdirSync(home, { mode: 0o700 });
    if (account) chownSync(home, account.uid, account.gid);
  }
  const { uid } = lstatSync(home);
  const owner = account?.uid ?? process.getuid?.();
  if (!lstatSync(home).isDirectory() || (owner !== undefined && uid !== owner)) {
    throw new LaunchProblem(
      `${home} belongs to another user (${uid}): start as the user who first did, or set another DATA_DIR.`,
    );
  }
  if (!canEnter(home, account)) throw new LaunchProblem(`PostgreSQL's account cannot enter ${home}.`);
  chmodSync(home, 0o700);
  return home;
}

function staged(dataDir: string): string {
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 20);
  return join(stagingDirectory(`steuntje-${name}`), "postgres");
}

/** Any account can access these. Only root writes to the first; the second is for systems where that is read-only. */
const PLACES = ["/var/lib", "/var/tmp"] as const;

/**
 * A directory outside the checkout that PostgreSQL's account can access, found again by its name.
 * @throws LaunchProblem when another user created it
 */
export function stagingDirectory(name: string, places: readonly string[] = PLACES): string {
  const existing = places
    .map((place) => join(place, name))
    .find((path) => lstatSync(path, { throwIfNoEntry: false }));
  const directory = existing ?? create(name, places);
  assertOwn(directory);
  return directory;
}

/**
 * Refuses a link, and a directory that others own or may write to: they could read or replace its files.
 * @throws LaunchProblem
 */
export function assertOwn(directory: string, owner = process.getuid?.()): void {
  const { uid, mode } = lstatSync(directory);
  const isDirectory = lstatSync(directory).isDirectory();
  if (!isDirectory || (owner !== undefined && uid !== owner) || (mode & 0o022) !== 0) {
    throw new LaunchProblem(
      `${directory} was made by somebody else, or others may write in it: look at it and remove it.`,
    );
  }
}

function create(name: string, places: readonly string[]): string {
  for (const place of places) {
    const directory = join(place, name);
    try {
      mkdirSync(directory, { mode: 0o711 });
      chmodSync(directory, 0o711);
      return directory;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") return directory;
    }
  }
  throw new LaunchProblem(
    `None of ${places.join(", ")} can be written: PostgreSQL has no place for its files.`,
  );
}

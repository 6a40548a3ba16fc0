import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "../launcher/problem";

/** Any account can enter these. Only root writes to the first; the second is for systems where that is read-only. */
const PLACES = ["/var/lib", "/var/tmp"] as const;

/**
 * A directory outside the checkout that PostgreSQL's account can enter, found again by its name.
 * @throws LaunchProblem when another user created it
 */
export function stagingDirectory(name: string, places: readonly string[] = PLACES): string {
  const existing = places.map((place) => join(place, name)).find(exists);
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

/** Lets everyone read the files, and only their owner change them. */
export function makeReadable(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.mode & 0o100 ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) makeReadable(join(path, name));
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

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { LaunchProblem } from "../launcher/problem";
import { type Account, canEnter } from "./account";
import { stagingDirectory } from "./staging";

/**
 * The directory of the database files, owned by PostgreSQL's account: inside the data directory or, where the account
 * cannot enter that, in a staging directory named after it.
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

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

type Options = {
  /** All that it sees of the environment, beside the paths it needs. */
  env: Record<string, string>;
  /** What somebody types. */
  input?: string;
};

/** Runs a script as npm does, and waits until it has ended. */
export async function runScript(script: string, args: readonly string[], { env, input = "" }: Options) {
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "scripts/bootstrap.mjs", script, ...args],
    { env: { PATH, HOME, NODE_ENV: "production", ...env } },
  );
  // It may end without reading what was typed.
  child.stdin.on("error", () => undefined).end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, out, err };
}

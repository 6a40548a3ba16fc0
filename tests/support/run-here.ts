import { PassThrough } from "node:stream";
import { vi } from "vitest";
import { joinRunning } from "@/tools/launcher/running";
import type { runScript } from "./run-script";

/**
 * Runs an operator's script in this process, with modules, an environment and a keyboard of its own. A process takes
 * two seconds of the processor before it begins. What the log prints is not in `out`.
 */
export const runHere: typeof runScript = async (script, args, { env, input = "" }) => {
  const { env: ownEnv, argv, exitCode } = process;
  const [out, err]: [string[], string[]] = [[], []];
  const replaced = [
    vi.spyOn(console, "log").mockImplementation((line) => void out.push(`${line}\n`)),
    vi.spyOn(console, "error").mockImplementation((line) => void err.push(`${line}\n`)),
    vi.spyOn(process.stderr, "write").mockImplementation((part) => err.push(String(part)) > 0),
    vi.spyOn(process, "stdin", "get").mockReturnValue(new PassThrough().end(input) as never),
  ];
  const { PATH, HOME } = ownEnv;
  process.env = { PATH, HOME, NODE_ENV: "production", ...env };
  process.argv = [process.execPath, "scripts/bootstrap.mjs", script, ...args];
  process.exitCode = 0;
  vi.resetModules();
  try {
    joinRunning();
    await import(`../../scripts/${script}.ts`);
    return { code: Number(process.exitCode), out: out.join(""), err: err.join("") };
  } finally {
    for (const each of replaced) each.mockRestore();
    Object.assign(process, { env: ownEnv, argv, exitCode });
  }
};

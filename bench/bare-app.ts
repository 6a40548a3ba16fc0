import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/tests/support/free-port";
import { endOf, stopChild, untilHealthy } from "@/tools/launcher/child";
import { atEnd } from "./running";

const MODULES = resolve("node_modules");
const NEXT = "node_modules/next/dist/bin/next";

const FILES: Record<string, string> = {
  "package.json": `{ "private": true, "type": "module" }`,
  // Its packages are the project's, in a folder outside it.
  "next.config.mjs": `export default { poweredByHeader: false, reactStrictMode: true, turbopack: { root: ${JSON.stringify(parse(MODULES).root)} } };`,
  "app/layout.jsx": `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
  "app/page.jsx": `import { connection } from "next/server";
export default async function Page() { await connection(); return <p>bare</p>; }`,
};

/** Builds and starts the least that the framework's installed version serves: one dynamic page. */
export async function startBareApp(): Promise<{ url: string; pid: number }> {
  // Outside the project, because the framework searches parent folders for middleware and the like.
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "bare-app-")));
  await mkdir(join(cwd, "app"));
  await symlink(MODULES, join(cwd, "node_modules"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(cwd, name), text);
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" } as const;
  await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd, env });
  const port = String(await freePort());
  const child = spawn(process.execPath, [NEXT, "start", "-p", port], { cwd, env, stdio: "ignore" });
  const stop = () => stopChild(child);
  atEnd(async () => {
    await stop();
    await rm(cwd, { recursive: true, force: true });
  });
  const url = `http://localhost:${port}`;
  await untilHealthy({ name: "the bare application", ended: endOf(child), stop }, url);
  return { url, pid: child.pid ?? 0 };
}

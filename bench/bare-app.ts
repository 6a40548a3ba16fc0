import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/tests/support/free-port";

/** The least that the framework serves: one dynamic page, and one route with an empty answer. */
export type BareApp = { url: string; pid: number; stop: () => Promise<void> };

const MODULES = resolve("node_modules");
const NEXT = "node_modules/next/dist/bin/next";

const FILES: Record<string, string> = {
  "package.json": `{ "private": true, "type": "module" }`,
  // Its packages are the project's, in a folder outside it.
  "next.config.mjs": `export default { poweredByHeader: false, reactStrictMode: true, turbopack: { root: ${JSON.stringify(parse(MODULES).root)} } };`,
  "app/layout.jsx": `export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
  "app/page.jsx": `import { connection } from "next/server";
export default async function Page() { await connection(); return <p>bare</p>; }`,
  "app/empty/route.js": `export const dynamic = "force-dynamic";
export function GET() { return new Response(null, { status: 204 }); }`,
};

/** Builds and starts a bare application of the framework's installed version; `stop` ends it and deletes its files. */
export async function startBareApp(): Promise<BareApp> {
  // Outside the project, because the framework searches parent folders for middleware and the like.
  const dir = await realpath(await mkdtemp(join(tmpdir(), "bare-app-")));
  await mkdir(join(dir, "app/empty"), { recursive: true });
  await symlink(MODULES, join(dir, "node_modules"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(dir, name), text);
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" } as const;
  await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd: dir, env });
  const port = await freePort();
  const child = spawn(process.execPath, [NEXT, "start", "-p", String(port)], {
    cwd: dir,
    env,
    stdio: "ignore",
  });
  const url = `http://localhost:${port}`;
  await answering(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the bare application stopped");
}

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { atEnd } from "../running";

/** Where the others keep their data, as they see it. */
export const HOME = "/beside";

/** This machine's files with packages that the machine itself does not get. */
export type Apart = {
  /** Runs a script of the shell to its end, and returns what it prints. */
  run: (script: string, options?: { asRoot?: boolean; input?: string }) => Promise<string>;
  /** Starts a server and returns its id. */
  serve: (command: string) => number;
};

/**
 * Installs Debian packages into a layer over this machine's files that only its own processes see (a mount namespace).
 * With this process the servers and the mounts end, also in a crash. Needs root.
 */
export async function installApart(packages: string): Promise<Apart> {
  const dir = await mkdtemp(join(tmpdir(), "beside-"));
  const root = join(dir, "root");
  for (const name of ["root", "upper", "work"]) await mkdir(join(dir, name));
  // The last but one keeps the packages from starting services.
  const mounts = `mount -t overlay overlay -o lowerdir=/,upperdir=${dir}/upper,workdir=${dir}/work ${root}
    mount --rbind /dev ${root}/dev
    mount -t proc proc ${root}/proc
    install -d -o www-data ${root}${HOME}
    printf '#!/bin/sh\\nexit 101\\n' | install /dev/stdin ${root}/usr/sbin/policy-rc.d
    echo mounted; read end`;
  const holder = spawn("unshare", ["--mount", "sh", "-ec", mounts], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(holder, "exit");
  // Each program replaces the one before, so that the id is the server's.
  const inside = (account: string, script: string) => [
    ...[`--mount=/proc/${holder.pid}/ns/mnt`, "chroot", `--userspec=${account}:${account}`, root],
    ...["env", `HOME=${HOME}`, "sh", "-ec", script],
  ];
  const run: Apart["run"] = async (script, { asRoot = false, input = "" } = {}) => {
    const running = promisify(execFile)("nsenter", inside(asRoot ? "root" : "www-data", script));
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  atEnd(async () => {
    holder.stdin.end();
    await ended;
    await rm(dir, { recursive: true, force: true });
  });
  await Promise.race([
    once(holder.stdout, "data"),
    ended.then(() => Promise.reject(new Error("a layer over the files needs root, on Linux"))),
  ]);
  const install = "DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends";
  await run(`${install} ${packages} > /dev/null`, { asRoot: true });
  return {
    run,
    serve: (command) => {
      const script = `exec setpriv --pdeathsig TERM ${command}`;
      const server = spawn("nsenter", inside("www-data", script), { stdio: "ignore" });
      const exit = once(server, "exit");
      atEnd(async () => {
        server.kill("SIGTERM");
        await exit;
      });
      return server.pid ?? 0;
    },
  };
}

/** Starts a MariaDB with an empty database of this name, reached by the socket that is returned. */
export async function startMariaDb(apart: Apart, name: string): Promise<{ pid: number; socket: string }> {
  const [data, socket] = [`${HOME}/${name}.data`, `${HOME}/${name}.sock`];
  const options = "--auth-root-authentication-method=normal --skip-test-db";
  await apart.run(`mariadb-install-db --no-defaults --datadir=${data} ${options}`);
  const places = `--datadir=${data} --socket=${socket} --skip-networking`;
  const pid = apart.serve(`mariadbd --no-defaults ${places} --character-set-server=utf8mb4`);
  const create = `mariadb --no-defaults --socket=${socket} -uroot -e 'create database ${name}'`;
  await until(() => apart.run(`${create} && echo created`));
  return { pid, socket };
}

/** Tries twice a second, for at most three minutes. */
export async function until(works: () => Promise<unknown>): Promise<void> {
  for (let left = 360; !(await works().catch(() => false)); left -= 1) {
    if (left === 0) throw new Error("a server does not start");
    await new Promise((done) => setTimeout(done, 500));
  }
}

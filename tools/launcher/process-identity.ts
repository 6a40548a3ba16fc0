import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process of any user runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !/^[ZX]/.test(statOf(pid)[0] ?? "");
}

/** The fields of /proc/<pid>/stat from the state on; empty outside Linux. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** A process's start time as text, which differs when its id is reused; empty when there is no process. */
export function startOf(pid: number): string {
  return statOf(pid)[19] ?? ps(pid, "lstart");
}

/** The command line of a process; empty when there is no process. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return ps(pid, "args");
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}

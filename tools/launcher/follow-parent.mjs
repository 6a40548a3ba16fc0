/**
 * Preloaded into each child of the launcher: when the launcher ends, even by SIGKILL, the child's process group is
 * killed. Grandchildren inherit the preload, but belong to that group.
 */
if (process.channel && process.env.LAUNCHER_PID === String(process.ppid)) {
  process.once("disconnect", () => {
    process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
  });
  process.channel.unref();
}

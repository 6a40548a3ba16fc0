/**
 * Preloaded into what the launcher starts: when the launcher is gone, even by SIGKILL, so are they, with everything in their process group.
 * The programs that they start in turn inherit this, but are in that group.
 */
if (process.channel && process.env.LAUNCHER_PID === String(process.ppid)) {
  process.once("disconnect", () => {
    process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
  });
  process.channel.unref();
}

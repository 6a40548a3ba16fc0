/**
 * Preloaded into what the launcher starts: when the launcher is gone, even by SIGKILL, so are they. Programs that they start in turn, which
 * inherit this, are their own affair.
 */
if (process.channel && process.env.LAUNCHER_PID === String(process.ppid)) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

/** Preloaded into what the launcher starts: when the launcher is gone, even by SIGKILL, so are they. */
if (process.channel) {
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  process.channel.unref();
}

/** Runs once when a server starts (Next.js). */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await import("@/lib/server/start-server");
}

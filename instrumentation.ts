/** Runs once when a server starts (Next.js): a wrong configuration stops the start with one line, then housekeeping begins. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("@/lib/env");
  try {
    env();
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
    process.exit(1);
  }
  const { recordSocketAddresses } = await import("@/lib/web/socket-address");
  recordSocketAddresses();
  const { startHousekeeping } = await import("@/lib/web/housekeeping");
  startHousekeeping();
}

import { readConfig } from "./config";
import { startSandbox } from "./server";

/** Runs the payments sandbox as a process. */
async function main(): Promise<void> {
  const { port, smtpPort, stop } = await startSandbox(readConfig(process.env));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0)));
  }
  console.log(`sandbox listening on ${port}, for mail on ${smtpPort}`);
}

main().catch((error: unknown) => {
  console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});

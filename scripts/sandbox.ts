import { resolve } from "node:path";
import { startSandbox } from "../tools/launcher/children";
import { mailKeys, sandboxKeys } from "../tools/launcher/configuration";
import { freePort } from "../tools/launcher/ports";
import { openDataDir, openSecrets } from "../tools/launcher/secrets";
import { Supervisor } from "../tools/launcher/supervisor";

/** `npm run sandbox`: the payments sandbox alone, and what an application has to be configured with to use it. */
const supervisor = new Supervisor();
const dataDir = resolve(process.env.DATA_DIR?.trim() || ".data");
openDataDir(dataDir);
const { secrets } = openSecrets(dataDir);
const appUrl = process.env.APP_URL?.trim() || `http://localhost:${process.env.PORT?.trim() || 3000}`;
const port = await freePort(Number(process.env.SANDBOX_PORT?.trim() || 12_111));
const smtpPort = await freePort(Number(process.env.SANDBOX_SMTP_PORT?.trim() || 12_525));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void supervisor.stop().then(() => process.exit(0)));
}
const addresses = { port, smtpPort, appOrigin: appUrl, appUrl };
const { url, smtpUrl } = await startSandbox(supervisor, { ...addresses, dataDir, secrets });
const keys = { ...sandboxKeys(url, secrets), ...mailKeys(smtpUrl, secrets) };
console.log(
  [
    "The payments sandbox is ready. Start the application with:",
    ...Object.entries(keys).map(([name, value]) => `${name}=${value.includes(" ") ? `"${value}"` : value}`),
  ].join("\n"),
);
throw await supervisor.lost();

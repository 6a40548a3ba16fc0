import { lockDataDir } from "../../tools/launcher/lock";
import { startEmbedded } from "../../tools/postgres/embedded";

/** A launcher to be killed: locks a data directory, runs its PostgreSQL and prints the address. */
const [dataDir = "", password = ""] = process.argv.slice(2);
await lockDataDir(dataDir);
const { url } = await startEmbedded({ dataDir, password });
console.log(url);
setInterval(() => undefined, 60_000);

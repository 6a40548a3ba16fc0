import { runBenchmarks } from "@/bench/run";
import { fail } from "../tools/launcher/problem";

/**
 * `npm run bench [-- name …]`: measures, beside what performance is held to, on data that it makes itself. Ends with
 * 1 when a target is missed.
 */
const met = await runBenchmarks(process.argv.slice(3)).catch(fail);
process.exit(met ? 0 : 1);

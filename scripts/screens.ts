import { execFileSync } from "node:child_process";
import { LOCALES } from "@/lib/ground/vocabulary";
import { buildIfChanged } from "../tools/launcher/build";

/**
 * `npm run screens [language …]`: pictures of every screen and dialog that the browser tests walk past, in both themes,
 * on the smallest phone, a phone and a desk, in every language, into screens/, and of every message.
 */
const asked = process.argv.slice(3);
const locales = asked.length > 0 ? asked : LOCALES;
await buildIfChanged();
const env = { ...process.env, SCREENS: locales.join(" "), STACK_DEMO: "on" };
const playwright = ["node_modules/@playwright/test/cli.js", "test", "pictures", "--retries", "0"];
execFileSync(process.execPath, playwright, { stdio: "inherit", env });
execFileSync("npm", ["run", "--silent", "screens:mail", "--", ...locales], { stdio: "inherit" });
process.exit(0);

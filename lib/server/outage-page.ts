import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";

let page: string | undefined;

/**
 * The page of an outage, in every language and without scripts: `public/unavailable.html`, which the proxy serves too
 * where no server answers (Caddyfile).
 */
export function outagePage(): string {
  page ??= readFileSync(join(process.cwd(), "public", "unavailable.html"), "utf8");
  return page;
}

import "server-only";
import { readFileSync } from "node:fs";
import { env } from "@/lib/ground/env";

let version: string | undefined;

/** Names the build that runs, so that an open page can tell that there is a newer one. */
export function buildVersion(): string {
  version ??= env().development
    ? "development"
    : readFileSync(/* turbopackIgnore: true */ ".next/BUILD_ID", "utf8").trim();
  return version;
}

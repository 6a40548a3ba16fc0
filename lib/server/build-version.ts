import "server-only";
import { readFileSync } from "node:fs";
import { env } from "@/lib/ground/env";

let version: string | undefined;

/** The id of the running build, by which an open page notices a newer one. */
export function buildVersion(): string {
  version ??= env().development
    ? "development"
    : readFileSync(/* turbopackIgnore: true */ ".next/BUILD_ID", "utf8").trim();
  return version;
}

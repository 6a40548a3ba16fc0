import { DEMO_LOGINS, DEMO_PASSWORD } from "@/db/seed/people";
import type { Plan } from "./configuration";

/** What someone who just started the product needs to know. */
export function welcome({ appUrl, needs, demo }: { appUrl: string; needs: Plan; demo: boolean }): string {
  const lines = [
    `Steuntje is ready: ${appUrl}`,
    ...(demo ? [`Demo logins: ${DEMO_LOGINS.join(" or ")}, password ${DEMO_PASSWORD}`] : []),
    ...(needs.sandbox
      ? [
          "Payments: sandbox, no real money moves. Pay with card 4242 4242 4242 4242, any later date, any code.",
        ]
      : []),
    ...(needs.database ? ["Database: embedded PostgreSQL; everything is kept in DATA_DIR."] : []),
    "Ctrl-C stops everything.",
  ];
  return ["", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

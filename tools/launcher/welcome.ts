import { DEMO_LOGINS, DEMO_PASSWORD } from "@/seed/people";
import type { Plan } from "./configuration";

type Facts = { appUrl: string; needs: Plan; demo: boolean; dataDir: string };

/** What someone who just started the product needs to know. */
export function welcome({ appUrl, needs, demo, dataDir }: Facts): string {
  const lines = [
    `Steuntje is ready: ${appUrl}`,
    ...(demo ? [`Demo logins: ${DEMO_LOGINS.join(" or ")}, password ${DEMO_PASSWORD}`] : []),
    ...(needs.sandbox
      ? [
          "Payments: sandbox, no real money moves. Pay with card 4242 4242 4242 4242, any later date, any code.",
        ]
      : []),
    ...(needs.database
      ? [`Database: an embedded PostgreSQL, kept with everything else that is local in ${dataDir}.`]
      : []),
    "Ctrl-C stops everything.",
  ];
  return ["", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

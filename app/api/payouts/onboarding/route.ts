import { startOnboarding } from "@/lib/domain/payouts/open-account";
import { env } from "@/lib/ground/env";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.startOnboarding, ({ viewer, body }) =>
    startOnboarding(payments(), viewer, { country: body.country, origin: env().appUrl }),
  ),
});

import { db } from "@/db/client";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { sayHold } from "@/lib/web/say-hold";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.payouts, async ({ viewer }) => sayHold(await payoutsOf(db(), viewer))),
  POST: route(contract.askPayout, ({ viewer, body, operationId }) =>
    askPayout(payments(), viewer, body, operationId),
  ),
});

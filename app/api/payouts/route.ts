import { db } from "@/db/client";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.payouts, ({ viewer }) => payoutsOf(db(), viewer)),
  POST: route(contract.askPayout, ({ viewer, body, operationId }) =>
    askPayout(payments(), viewer, body, operationId),
  ),
});

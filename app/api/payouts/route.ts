import { db } from "@/db/client";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.payouts, ({ viewer }) => payoutsOf(db(), viewer)),
});

import { db } from "@/db/client";
import { checkByOwner } from "@/lib/domain/payouts/check-payee";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.checkPayee, async ({ viewer }) => {
    await checkByOwner(payments(), viewer.id);
    return payoutsOf(db(), viewer);
  }),
});

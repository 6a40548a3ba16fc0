import { db } from "@/db/client";
import { checkByOwner } from "@/lib/domain/payouts/check-payee";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { sayHold } from "@/lib/web/say-hold";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.checkPayee, async ({ viewer }) => {
    await checkByOwner(payments(), viewer.id);
    return sayHold(await payoutsOf(db(), viewer));
  }),
});

import { db } from "@/db/client";
import { giftOf } from "@/lib/domain/given/given";
import { claimGift } from "@/lib/domain/guests/claim-gift";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.claimGift, async ({ viewer, body }) =>
    giftOf(payments(), await claimGift(db(), viewer, body.token)),
  ),
});

import { db } from "@/db/client";
import { claimGift } from "@/lib/domain/guests/claim-gift";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.claimGift, ({ viewer, body }) => claimGift(db(), viewer, body.token)),
});

import { db } from "@/db/client";
import { changeGift } from "@/lib/domain/guests/receipt";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(contract.changeGift, ({ params, body }) => changeGift(db(), params.donationId ?? "", body)),
});

import { changeGift } from "@/lib/domain/given/given";
import { contract } from "@/lib/web/contract";
import { giverOf } from "@/lib/web/giver";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(contract.changeGift, ({ viewer, body, params }) =>
    changeGift(payments(), giverOf(contract.changeGift, viewer, body), params.donationId ?? "", body),
  ),
});

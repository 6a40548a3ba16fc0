import { changeDonation } from "@/lib/domain/given/given";
import { contract } from "@/lib/web/contract";
import { donorKeyOf } from "@/lib/web/donor-key";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PATCH: route(contract.changeGift, ({ viewer, body, params }) =>
    changeDonation(payments(), donorKeyOf(contract.changeGift, viewer, body), params.donationId, body),
  ),
});

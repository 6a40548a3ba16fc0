import { takeBack } from "@/lib/domain/payouts/take-back";
import { contract } from "@/lib/web/contract";
import { donorKeyOf } from "@/lib/web/donor-key";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.takeBack, ({ viewer, body, params, isRetry }) =>
    takeBack(payments(), donorKeyOf(contract.takeBack, viewer, body), params.donationId, isRetry),
  ),
});

import { takeBack } from "@/lib/domain/payouts/take-back";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.takeBack, ({ viewer, params }) =>
    takeBack(payments(), viewer, params.donationId ?? ""),
  ),
});

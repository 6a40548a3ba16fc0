import { startDonation } from "@/lib/domain/donations/start-donation";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createPaymentIntent, ({ viewer, body, operationId }) =>
    startDonation(payments(), viewer, body, operationId),
  ),
});

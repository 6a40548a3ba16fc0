import { startDonation } from "@/lib/domain/donations/start-donation";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { watchCardPayment } from "@/lib/web/watch-card-payment";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createPaymentIntent, async ({ viewer, body, operationId, address }) => {
    const context = payments();
    await watchCardPayment(context, { operationId, viewer, address });
    return startDonation(context, viewer, body, operationId);
  }),
});

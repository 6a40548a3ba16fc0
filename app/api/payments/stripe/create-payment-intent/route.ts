import { startDonation } from "@/lib/domain/donations/start-donation";
import { watchCardPayment } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createPaymentIntent, async ({ viewer, body, operationId, address }) => {
    const context = payments();
    await watchCardPayment(context, { operationId, viewer, address });
    return startDonation(context, viewer, body, operationId);
  }),
});

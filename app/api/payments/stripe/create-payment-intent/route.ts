import { startDonation } from "@/lib/domain/donations/start-donation";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.createPaymentIntent, async ({ viewer, body, operationId }) => {
    const context = payments();
    await limit(context.db, "createPayment", viewer.id);
    return startDonation(context, viewer, body, operationId);
  }),
});

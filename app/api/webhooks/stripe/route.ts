import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { now } from "@/lib/ground/clock";
import { count } from "@/lib/ground/spans";
import { log } from "@/lib/server/log";
import { contract } from "@/lib/web/contract";
import { MAX_EVENT, readText } from "@/lib/web/input";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.stripeWebhook, async ({ request, requestId }) => {
    const context = payments();
    const body = await readText(request, MAX_EVENT);
    const event = context.card.readEvent(body, request.headers.get("stripe-signature"), now());
    const outcome = await handleEvent(context, context.card.provider, event);
    count("steuntje.settlements", { provider: context.card.provider, outcome });
    const { id, type, paymentId: payment, subscriptionId: subscription } = event;
    log.info({ requestId, event: id, type, payment, subscription, outcome }, "card provider event");
    return { received: true } as const;
  }),
});

import { handleEvent } from "@/lib/domain/settlement/handle-event";
import { handlePayoutEvent } from "@/lib/domain/settlement/handle-payout-event";
import { count } from "@/lib/ground/spans";
import { log } from "@/lib/server/log";
import { contract } from "@/lib/web/contract";
import { MAX_EVENT, readText } from "@/lib/web/input";
import { payments } from "@/lib/web/payments";
import { clearLimit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.paypalWebhook, async ({ request, requestId, address }) => {
    const context = payments();
    const body = await readText(request, MAX_EVENT);
    const event = await context.wallet.readEvent(body, request.headers);
    // Every forged event costs a call to PayPal: only those count.
    await clearLimit(context.db, "walletEventAddress", address);
    const { id, type, paymentId: payment, subscriptionId: subscription, payoutId: payout = null } = event;
    const outcome = payout
      ? await handlePayoutEvent(context, "paypal", { id, type, account: null, payout })
      : await handleEvent(context, context.wallet.provider, event);
    count("steuntje.settlements", { provider: context.wallet.provider, outcome });
    log.info({ requestId, event: id, type, payment, subscription, payout, outcome }, "wallet provider event");
    return { received: true } as const;
  }),
});

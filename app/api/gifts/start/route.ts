import { findGiftLink } from "@/lib/domain/guests/gift-link";
import { startGuestDonation } from "@/lib/domain/guests/start-guest-donation";
import { AppError } from "@/lib/ground/errors";
import { watchCardPayment } from "@/lib/web/buying";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { asReached } from "@/lib/web/origin";
import { payments } from "@/lib/web/payments";
import { limit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";
import { browserNow } from "@/lib/web/session/known-browser";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.startGift, async ({ viewer, body, operationId: id, address, request }) => {
    const context = payments();
    const link = await findGiftLink(context.db, body.token);
    if (!link) throw new AppError("GIFT_LINK_INVALID");
    await limit(context.db, "giftLink", link.id);
    await limit(context.db, "giftRecipient", body.email);
    const payer = { email: body.email, giftLinkId: link.id, proof: body.proof };
    await watchCardPayment(context, { operationId: id, viewer: payer, address });
    const [language, browser] = await Promise.all([currentLocale(), browserNow()]);
    const started = await startGuestDonation(context, body, { id, link, viewer, browser, language });
    return { ...started, receiptUrl: asReached(started.receiptUrl, request.headers) };
  }),
});

import { reserve } from "@/lib/domain/donations/reserve";
import { readReceiptToken } from "@/lib/domain/guests/receipt-token";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";
import { assertMayChange } from "@/lib/web/suspended";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.reserve, ({ viewer, body }) => {
    const guestId = body.receiptToken === undefined ? null : readReceiptToken(body.receiptToken);
    if (guestId !== null) return reserve(payments(), { guestId }, body);
    if (!viewer) throw new AppError("UNAUTHENTICATED");
    if (viewer.isContested) throw new AppError("ACCOUNT_CONTESTED");
    assertMayChange(viewer, {});
    return reserve(payments(), viewer, body);
  }),
});

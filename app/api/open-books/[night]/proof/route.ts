import { db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { findProof } from "@/lib/domain/open-books/queries";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.bookProof, async ({ viewer, query, params: { night } }) => {
    if (query.token !== undefined) {
      const donationId = readReceiptToken(query.token);
      if (donationId === null) throw new AppError("NOT_FOUND");
      return findProof(db(), { isReceipt: true }, { donationId, night });
    }
    if (!viewer) throw new AppError("UNAUTHENTICATED");
    if (query.donationId === undefined) throw new AppError("NOT_FOUND");
    return findProof(db(), { viewerId: viewer.id }, { donationId: query.donationId, night });
  }),
});

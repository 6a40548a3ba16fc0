import { db } from "@/db/client";
import { findGivenById } from "@/lib/domain/given/given";
import { claimDonation } from "@/lib/domain/guests/claim-donation";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.claimGift, async ({ viewer, body, isRetry }) =>
    findGivenById(payments(), await claimDonation(db(), viewer, body.token, isRetry)),
  ),
});

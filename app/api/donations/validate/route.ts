import { db } from "@/db/client";
import { donationTerms } from "@/lib/domain/donations/terms";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.validateDonation, ({ viewer, body }) => donationTerms(db(), viewer, body.requestId)),
});

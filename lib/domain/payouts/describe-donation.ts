import { donorName } from "@/lib/domain/users/public-name";
import type { NamedDonation } from "./statement-store";
import type { DescribedDonation } from "./types";

/** A donation with the names that its recipient may see. */
export function describeDonation({
  donationId,
  settledAt,
  requestId,
  item,
  ...row
}: NamedDonation): DescribedDonation {
  const { username, isErased, guestName } = donorName(row, row.donor);
  return {
    id: donationId,
    settledAt,
    request: row.isDeleted ? null : { id: requestId, title: item },
    donorName: username,
    guestName,
    donorErased: isErased,
  };
}

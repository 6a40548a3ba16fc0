import { type Donor, donorName } from "@/lib/domain/users/public-name";
import type { DescribedDonation } from "./types";

type DonationRow = {
  donationId: string;
  requestId: string;
  settledAt: Date;
  item: string;
  isDeleted: boolean;
  anonymous: boolean;
  donor: Donor | null;
  guestName: string | null;
};

/** A donation with the names that its recipient may see. */
export function describeDonation({
  donationId,
  settledAt,
  requestId,
  item,
  ...row
}: DonationRow): DescribedDonation {
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

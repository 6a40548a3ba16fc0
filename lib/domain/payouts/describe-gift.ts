import { type Donor, donorName } from "@/lib/domain/users/public-name";
import type { DescribedGift } from "./types";

type GiftRow = {
  donationId: string;
  requestId: string;
  settledAt: Date;
  item: string;
  isDeleted: boolean;
  anonymous: boolean;
  donor: Donor;
};

/** A donation with the names that its recipient may see. */
export function describeGift({ donationId, settledAt, requestId, item, ...row }: GiftRow): DescribedGift {
  const { username, isErased } = donorName(row, row.donor);
  return {
    id: donationId,
    settledAt,
    request: row.isDeleted ? null : { id: requestId, title: item },
    donorName: username,
    donorErased: isErased,
  };
}

import { type Donor, donorName } from "@/lib/domain/users/public-name";

type GiftRow = {
  donationId: string;
  requestId: string;
  settledAt: Date;
  item: string;
  isDeleted: boolean;
  anonymous: boolean;
  donor: Donor;
};

/** A donation as its recipient sees it now: the donor is named by the common rule (D36). */
export type DescribedGift = {
  id: string;
  settledAt: Date;
  /** The request; null once it was deleted. */
  request: { id: string; title: string } | null;
  /** Null for an anonymous donor and for an erased account. */
  donorName: string | null;
  donorErased: boolean;
};

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

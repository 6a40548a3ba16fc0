import { MyDonations } from "@/components/profile/my-donations";
import { getMoney } from "@/components/shared/get-money";
import { db } from "@/db/client";
import { findHelped } from "@/lib/domain/donations/queries";
import { donationsByMonth } from "@/lib/domain/leaderboard/queries";

/** Reads what the viewer gave, for themself alone (D37). */
export async function OwnDonations({ viewerId }: { viewerId: string }) {
  const [months, helped, money] = await Promise.all([
    donationsByMonth(db(), viewerId),
    findHelped(db(), viewerId),
    getMoney(),
  ]);
  return <MyDonations months={months} helped={helped} money={money} />;
}

import { MyGiving } from "@/components/profile/my-giving";
import { getMoney } from "@/components/shared/get-money";
import { db } from "@/db/client";
import { findHelped } from "@/lib/domain/donations/queries";
import { givingByMonth } from "@/lib/domain/leaderboard/queries";

/** Reads what the viewer gave, for themself alone (D37). */
export async function OwnGiving({ viewerId }: { viewerId: string }) {
  const [months, helped, money] = await Promise.all([
    givingByMonth(db(), viewerId),
    findHelped(db(), viewerId),
    getMoney(),
  ]);
  return <MyGiving months={months} helped={helped} money={money} />;
}

import { sql } from "drizzle-orm";
import { requests, users } from "@/db/schema";
import { statement } from "@/db/statement";
import { shownAvatar } from "@/lib/domain/users/columns";
import type { DonorSettings } from "./rules";
import type { Face } from "./schema";

type DonorRow = Face & DonorSettings & { requestId: string };

/** Those who gave last and openly to these requests, the latest first; at most eight for each. */
export const selectLastDonors = statement<{ ids: string }, DonorRow>(
  () => sql`
    select ${requests.id} as "requestId", ${users.username} as username, ${shownAvatar} as avatar,
      ${users.profileImageUrl} as "profileImageUrl", ${users.anonymousProfile} as "anonymousProfile",
      ${users.hideGivenAmount} as "hideGivenAmount", ${users.erasedAt} is not null as "isErased"
    from ${requests}
    cross join lateral unnest(${requests.lastDonors}) with ordinality donor (id, place)
    inner join ${users} on ${users.id} = donor.id
    where ${requests.id} = any(${sql.placeholder("ids")}::uuid[]) and ${requests.isActive}
      and ${requests.deletedAt} is null
    order by ${requests.id}, donor.place`,
);

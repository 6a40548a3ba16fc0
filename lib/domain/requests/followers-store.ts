import { sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { follows, messageChoices, notifications, users } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import { mailKind } from "@/lib/ground/mail-kinds";

/** After so many minutes a message is sent: until then the owner may change or delete the request. */
const LATER = 10;

/**
 * Notifies the followers of the owner of a new request, as they chose (giving.md, Finding); nobody where the owner is
 * anonymous or hidden. An account that is just being erased is left out.
 */
export async function notifyFollowers(
  tx: Tx,
  { id, ownerId, createdAt }: { id: string; ownerId: string; createdAt: Date },
): Promise<void> {
  const { stream } = mailKind("followed_request");
  const at = timestamptz(createdAt);
  const chose = sql`select from ${messageChoices} c where c.user_id = u.id and c.kind = 'followed'`;
  const followers = sql`
    select u.id from ${users} u
    where u.id in (
        select f.follower_id from ${follows} f
        join ${users} o on o.id = f.followed_id and not o.anonymous_profile and o.hidden_at is null
        where f.followed_id = ${ownerId}::uuid)
      and u.erased_at is null
    for key share of u skip locked`;
  await tx.execute(sql`
    insert into ${notifications} (id, user_id, type, request_id, amount, created_at)
    select gen_random_uuid(), u.id, 'asked', ${id}::uuid, 0, ${at} from (${followers}) u
    where not exists (${chose} and not c.in_app)`);
  await tx.execute(sql`
    select write_mail('followed_request', ${stream}::mail_stream, true, ${id}, u.id, ${at},
      ${at} + ${LATER} * interval '1 minute')
    from (${followers}) u where not exists (${chose} and c.mail = 'off' and not c.push)`);
}

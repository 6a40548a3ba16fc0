import { sql } from "drizzle-orm";
import type { Tx } from "@/db/client";
import { blocks, donations, guests, mails, messageChoices, notifications, posts, users } from "@/db/schema";
import { timestamptz } from "@/db/statement";
import { isKept } from "@/lib/domain/users/guards";
import { mailKind } from "@/lib/ground/mail-kinds";
import type { PostKind } from "@/lib/ground/vocabulary";

type AnnouncedPost = { id: string; requestId: string; ownerId: string; kind: PostKind; createdAt: Date };

/** The kinds of message about a post: of both together, a person gets one a day about a request. */
const KINDS = ["request_update", "request_delivered"] as const;

/**
 * Notifies everybody who gave to a request of a post about it: people in the application and by message, as they chose,
 * guests by mail, one for an address; nobody between whom and the owner is a block. Who had a message about the request
 * less than a day ago gets the next one a day after it, and one that is still to be sent says this too. The request is
 * locked.
 */
export async function notifyOfPost(
  tx: Tx,
  { id, requestId, ownerId, kind, createdAt }: AnnouncedPost,
): Promise<void> {
  const choice = kind === "delivered" ? "delivered" : "update";
  const mail = `request_${choice}` as const;
  const { stream } = mailKind(mail);
  const at = timestamptz(createdAt);
  const chose = sql`select from ${messageChoices} c where c.user_id = u.id and c.kind = ${choice}`;
  // Locked, as everywhere after the request: nothing is written for an account that is being erased.
  const people = sql`
    select u.id from ${users} u
    where u.id in (select d.donor_id from ${donations} d where d.request_id = ${requestId}::uuid and ${isKept})
      and u.erased_at is null and not exists (
        select from ${blocks} b
        where (b.blocker_id, b.blocked_id) in ((u.id, ${ownerId}::uuid), (${ownerId}::uuid, u.id)))
    order by u.id for key share of u`;
  await tx.execute(sql`
    insert into ${notifications} (id, user_id, type, post_id, request_id, amount, created_at)
    select gen_random_uuid(), u.id, 'update', ${id}::uuid, ${requestId}::uuid, 0, ${at} from (${people}) u
    where not exists (${chose} and not c.in_app)`);
  // When the latest message about the request was due; older posts than these have none of less than a day ago.
  const recent = sql`select p.id from ${posts} p
    where p.request_id = ${requestId}::uuid and p.created_at > ${at} - interval '3 days'`;
  const lastOf = sql`select max(m.due_at) from ${mails} m where m.kind = any(${sql.param([...KINDS])}::text[])`;
  const dueAt = sql`greatest(${at}, last + interval '1 day')`;
  // What somebody does not want by mail says nothing to them.
  const isWanted = sql`not exists (
    select from ${messageChoices} c where c.user_id = m.user_id and c.mail = 'off' and m.kind = 'request_' || c.kind)`;
  await tx.execute(sql`
    select write_mail(${mail}, ${stream}::mail_stream, true, ${id}, u.id, ${at}, ${dueAt})
    from (
      select u.id, (
        ${lastOf} and ${isWanted} and m.user_id = u.id and m.cause in (select id::text from (${recent}) r)) as last
      from (${people}) u
      where not exists (${chose} and c.mail = 'off' and not c.push)
    ) u where last is null or last <= ${at}`);
  await tx.execute(sql`
    insert into ${mails} (stream, kind, cause, address, locale, due_at, created_at)
    select ${stream}::mail_stream, ${mail}, g.id || ' ' || ${id}, g.email, g.language, ${dueAt}, ${at}
    from (
      select distinct on (lower(g.email)) g.id, g.email, g.language, (
        ${lastOf} and m.user_id is null and m.cause in (
          select other.id || ' ' || r.id from ${guests} other, (${recent}) r where lower(other.email) = lower(g.email))
      ) as last
      from ${donations} d join ${guests} g on g.id = d.guest_id and g.email is not null
      where d.request_id = ${requestId}::uuid and ${isKept} and not exists (
        select from ${guests} other where lower(other.email) = lower(g.email) and other.news_silenced_at is not null)
      order by lower(g.email), g.id desc
    ) g where last is null or last <= ${at}
    on conflict do nothing`);
}

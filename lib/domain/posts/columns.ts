import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { photos, posts } from "@/db/schema";

/** A post as `lastDelivered` reads it: times are texts. */
export type DeliveredColumns = {
  id: string;
  kind: "delivered";
  text: string;
  audience: "everyone";
  outcome: "bought" | "cheaper" | "changed";
  leftover: number | null;
  createdAt: string;
  editedAt: string | null;
  photo: { id: string; width: number; height: number } | null;
};

/** The last post that a request was delivered and that everybody sees; null without one. */
export const lastDelivered = (requestId: SQLWrapper): SQL<DeliveredColumns | null> => sql`(
  select json_build_object('id', p.id, 'kind', p.kind, 'text', p.text, 'audience', p.audience, 'outcome', p.outcome,
    'leftover', p.leftover, 'createdAt', p.created_at, 'editedAt', p.edited_at, 'photo', (
      select json_build_object('id', f.id, 'width', f.width, 'height', f.height) from ${photos} f where f.post_id = p.id))
  from ${posts} p
  where p.request_id = ${requestId} and p.kind = 'delivered' and p.audience = 'everyone' and p.hidden_at is null
    and p.deleted_at is null
  order by p.created_at desc nulls last limit 1)`;

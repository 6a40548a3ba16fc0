-- Keeps since when the owner of a request says what became of its money (db/schema/deliveries.ts), and refuses to say
-- it before any has arrived (giving.md, Updates, thanks, delivered).
create or replace function keep_delivered() returns trigger language plpgsql as $$
begin
  -- In a statement of its own: one that waited for the row would still read the posts as they were before it waited.
  perform from deliveries where request_id = coalesce(new.request_id, old.request_id) for no key update;
  update deliveries v
  set delivered_at = (
    select min(p.created_at) from posts p
    where p.request_id = v.request_id and p.kind = 'delivered' and p.hidden_at is null and p.deleted_at is null)
  where v.request_id = coalesce(new.request_id, old.request_id)
    and (tg_op <> 'INSERT' or v.paid_out_at is not null);
  if tg_op = 'INSERT' and not found then
    raise exception 'nothing of request % was paid out', new.request_id;
  end if;
  return null;
end
$$;

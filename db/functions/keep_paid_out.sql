-- Keeps since when money of a request is in its owner's bank (db/schema/deliveries.ts), as payouts arrive and fail. Who
-- changes a payout has locked its owner, so that two of one request follow each other. Of who was erased nothing is
-- kept: a bank can give a payout back days after it was paid.
create or replace function keep_paid_out() returns trigger language plpgsql as $$
begin
  insert into deliveries as v (request_id, user_id, paid_out_at)
  select d.request_id, new.user_id, (
    select min(p.paid_at) from donations o
    join payout_donations g on g.donation_id = o.id and g.is_live
    join payouts p on p.id = g.payout_id and p.state = 'paid'
    where o.request_id = d.request_id)
  from payout_donations g join donations d on d.id = g.donation_id
  join users u on u.id = new.user_id and u.erased_at is null
  where g.payout_id = new.id
  group by d.request_id
  order by d.request_id
  on conflict (request_id) do update set paid_out_at = excluded.paid_out_at;
  return null;
end
$$;

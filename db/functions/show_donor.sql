-- Says whether others may know who gave a donation (giving.md, What became of my gift): what is left of it, in cents,
-- moves into or out of its donor's open totals, in the periods in which it was settled, and the donor onto or off the
-- request's card. Stays as it is while the donor is
-- anonymous, or while one of both blocks the other (D36; safety.md, Block). A
-- guest is in no total and on no card. Returns false, and does nothing, for another donor's donation, and for a
-- person's that is not paid.
--
-- Rows are locked in the order of every transaction: donation, request, people by id, totals.
create or replace function show_donor(
  donation_id uuid, giver_id uuid, is_shown boolean, epoch date, month date, week date, day date
) returns boolean language plpgsql as $$
declare
  donation_row donations;
  part integer;
begin
  select * into donation_row from donations d
  where d.id = show_donor.donation_id and (d.guest_id = giver_id or d.donor_id = giver_id and d.settled_at is not null)
  for no key update;
  if not found then return false; end if;
  perform from requests where id = donation_row.request_id for no key update;
  perform from users where id in (donation_row.donor_id, donation_row.recipient_id) order by id for no key update;

  if donation_row.anonymous <> is_shown then return true; end if;
  if is_shown and exists (
    select from users u where u.id = donation_row.donor_id and (u.anonymous_profile or exists (
      select from blocks b
      where (b.blocker_id, b.blocked_id)
        in ((u.id, donation_row.recipient_id), (donation_row.recipient_id, u.id))))
  ) then return true; end if;
  update donations d set anonymous = not is_shown where d.id = donation_row.id;
  update notifications n set anonymous = not is_shown where n.donation_id = donation_row.id;
  part := donation_row.amount - donation_row.returned_amount;
  if donation_row.donor_id is null or donation_row.credited_at is null
    or donation_row.payment_status <> 'completed' or part = 0 then
    return true;
  end if;

  update requests r set last_donors = case
    when is_shown then (array_remove(r.last_donors, donation_row.donor_id) || donation_row.donor_id)[1:8]
    when exists (
      select from donations d
      where d.donor_id = donation_row.donor_id and d.request_id = r.id and d.id <> donation_row.id
        and d.credited_at is not null and d.payment_status = 'completed' and d.amount > d.returned_amount
        and not d.anonymous
    ) then r.last_donors
    else array_remove(r.last_donors, donation_row.donor_id)
  end
  where r.id = donation_row.request_id;
  part := case when is_shown then part else -part end;
  -- A period that is no longer the person's last one is counted in donation_totals only.
  update users set
    public_given = public_given + part,
    monthly_public = monthly_public + case when monthly_start = month then part else 0 end,
    weekly_public = weekly_public + case when weekly_start = week then part else 0 end,
    daily_public = daily_public + case when daily_start = day then part else 0 end
  where id = donation_row.donor_id;
  update donation_totals g set public_amount = g.public_amount + part
  from (values ('all'::period, epoch), ('monthly', month), ('weekly', week), ('daily', day)) p (period, start)
  where g.user_id = donation_row.donor_id and g.period = p.period and g.start = p.start;
  return true;
end
$$;

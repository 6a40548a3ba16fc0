-- Adds a donation to what its donor gave: all of it and the part that others see, in cents, in the periods in which it
-- was settled. The caller has locked the person.
create or replace function add_given(
  donor_id uuid, amount bigint, open_amount bigint, epoch date, month date, week date, day date
) returns void language plpgsql as $$
begin
  -- A new period starts at zero. A period older than the stored one (another server's clock is ahead, or a donation
  -- that was claimed later) is counted in donation_totals only.
  update users set
    total_given = total_given + amount,
    public_given = public_given + open_amount,
    monthly_start = greatest(monthly_start, month),
    monthly_given = case
      when monthly_start > month then monthly_given
      when monthly_start = month then monthly_given + amount
      else amount end,
    monthly_public = case
      when monthly_start > month then monthly_public
      when monthly_start = month then monthly_public + open_amount
      else open_amount end,
    weekly_start = greatest(weekly_start, week),
    weekly_given = case
      when weekly_start > week then weekly_given
      when weekly_start = week then weekly_given + amount
      else amount end,
    weekly_public = case
      when weekly_start > week then weekly_public
      when weekly_start = week then weekly_public + open_amount
      else open_amount end,
    daily_start = greatest(daily_start, day),
    daily_given = case
      when daily_start > day then daily_given
      when daily_start = day then daily_given + amount
      else amount end,
    daily_public = case
      when daily_start > day then daily_public
      when daily_start = day then daily_public + open_amount
      else open_amount end
  where id = donor_id;
  insert into donation_totals as g (user_id, period, start, amount, public_amount, listed)
  select u.id, p.period, p.start, add_given.amount, open_amount,
    not u.anonymous_profile and u.erased_at is null and u.hidden_at is null
  from users u, (values ('all'::period, epoch), ('monthly', month), ('weekly', week), ('daily', day)) p (period, start)
  where u.id = donor_id
  on conflict (user_id, period, start) do update
  set amount = g.amount + excluded.amount, public_amount = g.public_amount + excluded.public_amount;
end
$$;

-- Takes a part of a credited donation out of its request, which may be open again, and out of all totals: what
-- reverse_donation and return_part have in common. Returns the request as it was before. Amounts in cents. The periods
-- are those in which the donation was settled.
--
-- The caller has locked the donation. The other rows are locked in the order of every transaction: request, people by
-- id, totals.
create or replace function take_out(
  donation_row donations, part integer, epoch date, month date, week date, day date
) returns requests language plpgsql as $$
declare
  request_row requests;
  open_part integer;
  new_raised bigint;
  is_still_reached boolean;
  is_all boolean := part > 0 and part = donation_row.amount - donation_row.returned_amount;
begin
  select * into request_row from requests where id = donation_row.request_id for no key update;
  perform from users where id in (donation_row.donor_id, donation_row.recipient_id) order by id for no key update;

  open_part := case when donation_row.anonymous then 0 else part end;
  new_raised := request_row.raised - part;
  is_still_reached := new_raised >= request_row.goal;
  update requests set
    raised = new_raised,
    donation_count = request_row.donation_count - case when is_all then 1 else 0 end,
    last_donors = case
      when is_all and not exists (
        select from donations d
        where d.donor_id = donation_row.donor_id and d.request_id = request_row.id and d.id <> donation_row.id
          and d.credited_at is not null and d.payment_status = 'completed' and d.amount > d.returned_amount
          and not d.anonymous
      ) then array_remove(request_row.last_donors, donation_row.donor_id)
      else request_row.last_donors
    end,
    is_completed = is_still_reached,
    completed_at = case when is_still_reached then completed_at end,
    completion_emoji = case when is_still_reached then completion_emoji end,
    listed_until = case when is_still_reached then listed_until end,
    is_listed = is_listed or not is_still_reached
  where id = request_row.id;

  update users set total_received = total_received - part where id = donation_row.recipient_id;
  -- A period that is no longer the person's last one is counted in donation_totals only.
  update users set
    total_given = total_given - part,
    public_given = public_given - open_part,
    monthly_given = monthly_given - case when monthly_start = month then part else 0 end,
    monthly_public = monthly_public - case when monthly_start = month then open_part else 0 end,
    weekly_given = weekly_given - case when weekly_start = week then part else 0 end,
    weekly_public = weekly_public - case when weekly_start = week then open_part else 0 end,
    daily_given = daily_given - case when daily_start = day then part else 0 end,
    daily_public = daily_public - case when daily_start = day then open_part else 0 end
  where id = donation_row.donor_id;
  update donation_totals g
  set amount = g.amount - part, public_amount = g.public_amount - open_part
  from (values ('all'::period, epoch), ('monthly', month), ('weekly', week), ('daily', day)) p (period, start)
  where g.user_id = donation_row.donor_id and g.period = p.period and g.start = p.start;
  return request_row;
end
$$;

-- Makes a guest's donation a person's (giving.md, Claim), with what is left of it, in cents: their totals, in the
-- periods in which it was settled, the ledger, the request's last donors and the notifications about it. Stays
-- anonymous if it was; is if the person is, or if one of both blocked the other (D36; safety.md, Block). News of the
-- guest becomes the person's, and the guest is deleted. Returns false, and does nothing, unless it is a guest's and the
-- recipient has it.
--
-- Rows are locked in the order of every transaction: donation, request, people by id, totals.
create or replace function claim_donation(
  donation_id uuid, claimer_id uuid, booked_at timestamptz, epoch date, month date, week date, day date
) returns boolean language plpgsql as $$
declare
  donation_row donations;
  rest integer;
  fee_rest integer;
  is_open boolean;
begin
  select * into donation_row from donations d
  where d.id = claim_donation.donation_id and d.guest_id is not null
    and d.payment_status = 'completed' and d.credited_at is not null
  for no key update;
  if not found then return false; end if;
  perform from requests where id = donation_row.request_id for no key update;
  perform from users where id in (claimer_id, donation_row.recipient_id) order by id for no key update;

  select not (donation_row.anonymous or u.anonymous_profile or exists (
    select from blocks b
    where (b.blocker_id, b.blocked_id) in ((u.id, donation_row.recipient_id), (donation_row.recipient_id, u.id))
  )) into is_open
  from users u where u.id = claimer_id;
  rest := donation_row.amount - donation_row.returned_amount;
  fee_rest := donation_row.service_fee - donation_row.returned_fee;

  update donations d set donor_id = claimer_id, guest_id = null, anonymous = not is_open where d.id = donation_row.id;
  -- Also what was sent: a person gets at most one a day about a request. What they have already, or the guest ended, is
  -- not sent.
  update mails m set
    user_id = claimer_id, cause = p.id::text, locale = null, address = case when m.state <> 'due' then m.address end
  from posts p, guests g
  where p.request_id = donation_row.request_id and g.id = donation_row.guest_id and g.news_silenced_at is null
    and m.user_id is null and m.kind in ('request_update', 'request_delivered') and m.cause = g.id || ' ' || p.id
    and not exists (
      select from mails own where own.user_id = claimer_id and own.kind = m.kind and own.cause = p.id::text);
  delete from mails m using posts p
  where p.request_id = donation_row.request_id and m.state = 'due'
    and m.user_id is null and m.kind in ('request_update', 'request_delivered')
    and m.cause = donation_row.guest_id || ' ' || p.id;
  delete from guests g where g.id = donation_row.guest_id;
  update notifications n set donor_id = claimer_id, anonymous = not is_open where n.donation_id = donation_row.id;
  if is_open and rest > 0 then
    update requests r set last_donors = (r.last_donors || claimer_id)[1:8]
    where r.id = donation_row.request_id and not claimer_id = any(r.last_donors);
  end if;
  perform add_given(claimer_id, rest, case when is_open then rest else 0 end, epoch, month, week, day);
  insert into ledger_entries (donation_id, kind, account, user_id, amount, created_at)
  select donation_row.id, 'claim', e.account, e.user_id, e.amount, booked_at
  from (values
    ('guest'::ledger_account, null::uuid, rest + fee_rest),
    ('donor', claimer_id, -(rest + fee_rest))
  ) e (account, user_id, amount)
  where e.amount <> 0;
  return true;
end
$$;

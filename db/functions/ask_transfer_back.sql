-- Asks a part of a donation back from the account of its recipient, if a transfer took it there (payouts.md, Ledger).
-- The return is made later. What a recovery took from the transfer already cannot come back a second time: it is our
-- loss at once, to be recovered. What an account that was left gives back anyway (D51) comes back once. Amounts in
-- cents. The caller has locked the donation, its request and its people.
create or replace function ask_transfer_back(
  donation_id uuid, part integer, reason refund_reason, booked_at timestamptz
) returns void language plpgsql as $$
declare
  transfer_row transfers;
  emptying transfer_returns;
  there integer;
  why transfer_return_cause := case reason when 'dispute' then 'dispute' else 'refund' end;
  loss_id uuid := gen_random_uuid();
begin
  select * into transfer_row from transfers t
  where t.donation_id = ask_transfer_back.donation_id and t.state = 'sent'
  for no key update;
  if not found then return; end if;

  select * into emptying from transfer_returns r
  where r.transfer_id = transfer_row.id and r.state = 'due' and r.cause = 'correction' and r.recovers_id is null
  for no key update;
  if emptying.amount <= part then
    update transfer_returns r set cause = why where r.id = emptying.id;
    part := part - emptying.amount;
  elsif emptying.amount > part then
    update transfer_returns r set amount = r.amount - part where r.id = emptying.id;
  end if;

  select least(part, transfer_row.amount - coalesce(sum(r.amount), 0)) into there
  from transfer_returns r where r.transfer_id = transfer_row.id and r.state <> 'short';
  if there > 0 then
    insert into transfer_returns (id, transfer_id, amount, cause, check_at, created_at)
    values (gen_random_uuid(), transfer_row.id, there, why, booked_at, booked_at);
  end if;
  if there < part then
    insert into transfer_returns (id, transfer_id, amount, cause, state, check_at, created_at, done_at)
    values (loss_id, transfer_row.id, part - there, why, 'short', booked_at, booked_at, booked_at);
    insert into ledger_entries (transfer_return_id, kind, account, user_id, amount, created_at) values
      (loss_id, 'loss', 'loss', transfer_row.user_id, there - part, booked_at),
      (loss_id, 'loss', 'held', transfer_row.user_id, part - there, booked_at);
  end if;
end
$$;

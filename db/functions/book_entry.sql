-- A ledger entry as its leaf of the open books has it (firsts.md, Open kas): JSON with one spelling, amounts in cents.
-- It names no person. A guest is a donor here: a recipient would learn which anonymous donors have no account. A part
-- that went back has its donation too, so that a proof is of one donation.
create or replace function book_entry(entry ledger_entries) returns text language sql stable as $$
  select format(
    '{"entry":%s,"%s":"%s"%s,"kind":"%s","account":"%s","amount":%s,"at":"%s"}',
    entry.id,
    case
      when entry.donation_id is not null then 'donation'
      when entry.boost_purchase_id is not null then 'purchase'
      when entry.subscription_payment_id is not null then 'subscription'
      when entry.donation_return_id is not null then 'return'
      when entry.transfer_id is not null then 'transfer'
      when entry.transfer_return_id is not null then 'transferReturn'
      else 'payout'
    end,
    coalesce(entry.donation_id, entry.boost_purchase_id, entry.subscription_payment_id, entry.donation_return_id,
      entry.transfer_id, entry.transfer_return_id, entry.payout_id),
    (select format(',"donation":"%s"', r.donation_id) from donation_returns r where r.id = entry.donation_return_id),
    entry.kind,
    case entry.account::text when 'guest' then 'donor' else entry.account::text end,
    entry.amount,
    to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
$$;

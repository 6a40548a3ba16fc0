-- Adds up to `most` ledger entries that are not in the open books yet to them (firsts.md, Open kas): their leaves, the
-- blocks that became complete, and the sums of their months. Returns the last id that it added, from which the next
-- call continues, and null when nothing was left. Servers wait for each other.
--
-- Two kinds are no entries of the books. A claim moves a donation from the guests' account to its donor's, and both are
-- the donor's there: two entries that change no sum would reveal that somebody claimed. What a provider charges for a
-- dispute is between the operator and the provider, and would reveal to a recipient why a donation went back.
--
-- An entry can become visible after others with higher ids, by a transaction of seconds. So a night searches from the
-- end of the night before the last one.
create or replace function append_to_books(after bigint, most integer, time_zone text) returns bigint
language plpgsql as $$
declare
  first bigint;
  last_added bigint;
  size bigint;
begin
  lock table book_leaves in exclusive mode;
  select coalesce(max(index) + 1, 0) into first from book_leaves;

  with added as (
    insert into book_leaves (index, entry_id, salt, hash)
    select first + row_number() over (order by (n.entry).id) - 1, (n.entry).id, n.salt, book_leaf(n.salt, n.entry)
    from (
      select l as entry, gen_random_uuid() as salt from ledger_entries l
      where l.id > after and l.kind not in ('claim', 'dispute_fee')
        and not exists (select from book_leaves b where b.entry_id = l.id and b.entry_id > after)
      order by l.id limit most
    ) n
    returning entry_id
  ), sums as (
    insert into book_months as m (month, kind, account, is_made_up, amount)
    select date_trunc('month', l.created_at at time zone time_zone)::date, l.kind, l.account,
      coalesce(u.is_demo, false), sum(l.amount)
    from added a
    join ledger_entries l on l.id = a.entry_id
    left join donation_returns r on r.id = l.donation_return_id
    left join donations d on d.id = coalesce(l.donation_id, r.donation_id)
    left join users u on u.id = coalesce(d.recipient_id, l.user_id)
    group by 1, 2, 3, 4
    on conflict (month, kind, account, is_made_up) do update set amount = m.amount + excluded.amount
  )
  select max(entry_id) into last_added from added;
  if last_added is null then return null; end if;

  select max(index) + 1 into size from book_leaves;
  insert into book_blocks (level, index, hash)
  select 8, i, merkle_root(array(
    select hash from book_leaves where index between i * 256 and i * 256 + 255 order by index))
  from generate_series((select coalesce(max(index) + 1, 0) from book_blocks where level = 8), size / 256 - 1) i;
  for above in 1..3 loop
    insert into book_blocks (level, index, hash)
    select 8 * above + 8, i, merkle_root(array(
      select hash from book_blocks where level = 8 * above and index between i * 256 and i * 256 + 255 order by index))
    from generate_series(
      (select coalesce(max(index) + 1, 0) from book_blocks where level = 8 * above + 8),
      (select coalesce(max(index) + 1, 0) from book_blocks where level = 8 * above) / 256 - 1) i;
  end loop;
  return last_added;
end
$$;

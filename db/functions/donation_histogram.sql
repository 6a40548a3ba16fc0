-- The histogram behind the ranks (db/schema/donation-histogram.ts). Amounts in cents.

-- An amount with all digits but the first ones set to zero, and the next such amount.
create or replace function donation_floor(amount bigint, digits integer) returns bigint
language sql immutable strict parallel safe
return amount - amount % (10 ^ greatest(length(amount::text) - digits, 0))::bigint;

create or replace function donation_next(amount bigint, digits integer) returns bigint
language sql immutable strict parallel safe
return donation_floor(amount, digits) + (10 ^ greatest(length(amount::text) - digits, 0))::bigint;

-- The place of an amount, 1 to 100, among those with the same first two digits: its third and fourth digit.
create or replace function donation_place(amount bigint) returns integer
language sql immutable strict parallel safe
return 1 + ('0' || substr(amount::text, 3, 2))::integer;

-- Adds each of `changes` to the place that `changed` names.
create or replace function donation_places(places integer[], changed integer[], changes integer[]) returns integer[]
language plpgsql immutable strict parallel safe as $$
begin
  for n in 1 .. cardinality(changed) loop
    places[changed[n]] := places[changed[n]] + changes[n];
  end loop;
  return places;
end
$$;

-- Notes each change of a total. One writer in a few hundred adds the notes to the histogram, one at a time.
create or replace function keep_donation_histogram() returns trigger language plpgsql as $$
declare
  added bigint;
  last bigint;
begin
  if tg_op = 'INSERT' then
    with changes as (
      insert into donation_histogram_changes (period, start, bucket, change)
      select period, start, donation_floor(public_amount, 4), 1 from written where listed and public_amount > 0
      returning id
    ) select count(*), max(id) into added, last from changes;
  elsif tg_op = 'DELETE' then
    with changes as (
      insert into donation_histogram_changes (period, start, bucket, change)
      select period, start, donation_floor(public_amount, 4), -1 from overwritten where listed and public_amount > 0
      returning id
    ) select count(*), max(id) into added, last from changes;
  else
    with changes as (
      insert into donation_histogram_changes (period, start, bucket, change)
      select period, start, bucket, sum(change) from (
        select period, start, donation_floor(public_amount, 4) as bucket, 1 as change from written
        where listed and public_amount > 0
        union all
        select period, start, donation_floor(public_amount, 4), -1 from overwritten where listed and public_amount > 0
      ) moved group by period, start, bucket having sum(change) <> 0
      returning id
    ) select count(*), max(id) into added, last from changes;
  end if;
  -- The lock is the one of deleteHistogramBefore (lib/domain/leaderboard/store.ts).
  if last % 512 < added and pg_try_advisory_xact_lock(7483202) then
    with taken as (delete from donation_histogram_changes returning period, start, bucket, change),
    counted as (
      select period, start, donation_floor(bucket, 2) as bucket, donation_place(bucket) as place,
        sum(change)::integer as change
      from taken group by 1, 2, 3, 4 having sum(change) <> 0
    ),
    moved as (
      select period, start, bucket, sum(change) as people, array_agg(place) as changed, array_agg(change) as changes
      from counted group by 1, 2, 3
    ),
    -- Not by ON CONFLICT, which would compute a hundred places for every row instead of those that changed.
    known as (
      update donation_histogram h
      set people = h.people + m.people, places = donation_places(h.places, m.changed, m.changes)
      from moved m where h.period = m.period and h.start = m.start and h.bucket = m.bucket
      returning h.period, h.start, h.bucket
    )
    insert into donation_histogram (period, start, bucket, people, places)
    select period, start, bucket, people, donation_places(array_fill(0, '{100}'), changed, changes)
    from moved left join known using (period, start, bucket) where known.period is null;
  end if;
  return null;
end
$$;

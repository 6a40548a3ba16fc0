-- Fills an empty, migrated database of the size in fixture.sizes (people, requests, donations, towns, at).
-- Triggers and foreign keys are off: what they maintain is computed here.

-- Built at the end, an index takes a fraction of the time.
update pg_index set indisready = false, indisvalid = false
where indrelid::regclass::text in ('donations', 'requests', 'users', 'notifications', 'donation_totals');

-- Ordered by time, like the application's.
create function fixture.id(kind bigint, n bigint) returns uuid language sql immutable parallel safe
  return ('0' || to_hex((1700000000000 + kind * 10000000000 + n) << 16 | 28672)
    || to_hex(~9223372036854775807 | (kind << 48) | n))::uuid;
create function fixture.person(n bigint) returns uuid language sql immutable parallel safe return fixture.id(0, n);
create function fixture.request(n bigint) returns uuid language sql immutable parallel safe return fixture.id(1, n);
create function fixture.owner_of(request bigint, people bigint) returns bigint language sql immutable parallel safe
  return request * 7919 % people + 1;

-- What people write: of so many phrases that few texts have the same pairs of words, and some that everybody writes.
create function fixture.pick(words text[], evenness float8 = 1) returns text language sql volatile
  return words[1 + floor(power(random(), evenness) * cardinality(words))::int];
create function fixture.item() returns text language sql volatile return 'A ' || fixture.pick(
  '{winter coat,bicycle,school bag,laptop,washing machine,guitar,bed,cooker,pram,wheelchair ramp,desk,hearing aid,fridge,
  pair of glasses,sewing machine,train ticket,football kit,course book,swimming lessons,driving test,space heater,
  mattress,cargo bike,violin,dictionary,tent,rain suit,set of pans,drill,camera}', 1.7) || ' for ' || fixture.pick(
  '{my daughter,my son,the twins,my father,our choir,the neighbours,a friend,our team,myself,my mother,the class,
  our street,my brother,the youth club,our garden,my grandmother}', 1.7);
create function fixture.rare_word(n bigint) returns text language sql immutable
  return translate(lpad((n * 7919 % 100000000)::text, 8, '0'), '0123456789', 'bakidemonu');
create function fixture.sentence() returns text language sql volatile return fixture.pick(
  '{My daughter,My son,Our neighbour,My mother,The landlord,Our teacher,My colleague,The nurse,A friend from choir,
  The coach,My cousin,Our youngest,The caretaker,My flatmate,The vicar,An old classmate,The family downstairs,My uncle,
  The midwife,Our trainer}') || ' ' || fixture.pick(
  '{lost,borrowed,repaired,sold,needs,carries,washes,shares,outgrew,painted,found,promised,paid for,cannot lift,uses,
  misses,returned,broke,learns with,cooks on,sleeps on,keeps,wore out,asked for,collects,cleans,started with,depends on,
  rides,replaced}') || ' ' || fixture.pick(
  '{the blue one,two bags of clothes,an old stove,the last pair,a rusty frame,three blankets,the only table,
  a cracked screen,most of the tools,her first instrument,a box of books,the front wheel,half of the kitchen,
  the winter tyres,a folding chair,the insulin cooler,a proper helmet,the spare key,his school uniform,the cot,
  a borrowed keyboard,the ladder,our curtains,the freezer,a walking frame,some garden soil,the reading lamp,
  a second mattress,the ticket,her work shoes}') || ' ' || fixture.pick(
  '{since the flood,before the exam in June,on every market day,after the operation,during the night shift,
  until the lease ends,since we left Aleppo,when it rains,for the third winter now,because of the stairs,
  without telling anybody,at the allotment,behind the station,next to the mosque,in the shelter,with both hands,
  for the naturalisation course,after eleven years,whenever the bus is late,while I am at work,to get to dialysis,
  for the carnival,on the way to school,in a room without heating,once the baby is here,as the doctor advised,
  for the apprenticeship,because the insurer refused,near the harbour,in the attic}') || '. ';
create function fixture.stock() returns text language sql volatile return fixture.pick(
  '{Every little bit helps.,Thank you so much for reading this.,Second-hand is fine.,
  The old one broke last week and cannot be repaired any more.,I will send a photo as soon as it is here.,
  Even a small amount would mean a lot to us.,We have nobody else to ask.,Feel free to ask me anything.}', 1.7);

select setseed(0.42);

insert into donations (id, request_id, donor_id, recipient_id, amount, service_fee, currency, anonymous, payment_status,
  created_at, settled_at, credited_at)
select fixture.id(2, n), fixture.request(request), fixture.person(donor), fixture.person(owner), amount,
  (amount * 2 + 50) / 100, 'eur', donor % 20 = 0, 'completed', moment, moment, moment
from (
  select n, request, owner, given + (given = owner)::int as donor, amount, moment
  from (
    select n, request, fixture.owner_of(request, people) as owner,
      -- A few people give often, and a few requests are very popular.
      floor(power(random(), 2) * (people - 1))::bigint + 1 as given,
      case when random() < 0.8 then (array[500, 1000, 2500, 5000, 10000])[1 + floor(random() * 5)::int]
        else 100 + floor(random() * 20000)::int end as amount,
      (at - (donations - n) * (interval '2 years' / donations))::timestamptz(3) as moment
    from fixture.sizes, generate_series(1, donations) n,
      lateral (select floor(power(random(), 3) * requests)::bigint + 1 as request where n > 0) r
  ) chosen
) given;

create table fixture.asked as
  select request_id, sum(amount) as raised, count(*) as donation_count, max(settled_at) as last
  from donations group by request_id;

insert into requests (id, user_id, item, description, category, place_id, goal, raised, donation_count, is_active,
  is_completed, completed_at, created_at, priority_level, priority_until, is_listed, listed_until, applied_boost_type,
  boost_applied_at)
select fixture.request(n), fixture.person(owner), fixture.item(),
  fixture.sentence() || fixture.sentence() || case when random() < 0.6 then fixture.sentence() else '' end
    || case when random() < 0.3 then fixture.sentence() else '' end
    || case when random() < 0.6 then fixture.stock() || ' ' else '' end
    -- One of 200,000 words of eight letters, as in names and places.
    || fixture.rare_word(floor(power(random(), 3) * 200000)::bigint) || '.',
  (enum_range(null::request_category))[1 + floor(random() * 9)::int],
  -- Most in the largest towns.
  ids[ceil(power(random(), 3) * towns)::int], goal, raised, donation_count, true, done,
  case when done then last end, created,
  case when owner % 300 = 0 then 2 when owner % 100 = 0 or boosted then 1 else 0 end,
  case when owner % 100 = 0 then at + interval '20 days' when boosted then at + interval '12 hours' end,
  not done or last > at - interval '7 days' or owner % 100 = 0,
  case when done then case when owner % 100 = 0 then at + interval '20 days' else last + interval '7 days' end end,
  case when boosted then 'normal'::boost_type end, case when boosted then at - interval '12 hours' end
from (
  select *, raised >= goal as done
  from (
    select n, at, towns, last, fixture.owner_of(n, people) as owner, n % 500 = 1 as boosted, coalesce(raised, 0) as raised,
      coalesce(donation_count, 0) as donation_count, at - (requests - n) * (interval '2 years' / requests) as created,
      least(1000000, greatest(1000, (coalesce(raised, 4000) / (0.4 + random()))::int)) as goal
    from fixture.sizes, generate_series(1, requests) n
    left join fixture.asked on request_id = fixture.request(n)
  ) sums
) asked, (select array_agg(id order by inhabitants desc, id) as ids from places) places;

-- What each person gave in all, and in each of the last periods.
create table fixture.gave as select donor_id, sum(amount) as given from donations group by donor_id;
create table fixture.period_sums as
  select donor_id, p.period, p.start, sum(amount) as amount
  from donations, fixture.sizes,
    lateral (select settled_at at time zone 'Europe/Amsterdam' as local) l,
    lateral (values ('monthly'::period, date_trunc('month', local)::date), ('weekly', date_trunc('week', local)::date),
      ('daily', local::date)) p (period, start)
  where settled_at > at - interval '31 days'
  group by donor_id, p.period, p.start;
create table fixture.last_sums as
  select distinct on (donor_id, period) * from fixture.period_sums order by donor_id, period, start desc;
analyze fixture.gave, fixture.period_sums, fixture.last_sums;

insert into users (id, email, username, name, total_given, total_received, anonymous_profile, hide_given_amount,
  payment_method, paypal_email, subscription_tier, subscription_expiry, created_at, updated_at, monthly_start,
  monthly_given, weekly_start, weekly_given, daily_start, daily_given, public_given, monthly_public, weekly_public,
  daily_public)
select id, 'person' || n || '@example.org', 'person' || n, 'Person ' || n, coalesce(given, 0), coalesce(received, 0),
  n % 20 = 0, n % 15 = 0, 'paypal', 'person' || n || '@example.org',
  (case when n % 300 = 0 then 'diamond' when n % 100 = 0 then 'gold' else 'none' end)::tier,
  case when n % 100 = 0 then at + interval '20 days' end, at - interval '2 years', at - interval '1 year',
  m.start, coalesce(m.amount, 0), w.start, coalesce(w.amount, 0), d.start, coalesce(d.amount, 0),
  open * coalesce(given, 0), open * coalesce(m.amount, 0), open * coalesce(w.amount, 0), open * coalesce(d.amount, 0)
from (
  select at, n, (n % 20 <> 0)::int as open, fixture.person(n) as id
  from fixture.sizes, generate_series(1, people) n offset 0
) person
left join fixture.gave on gave.donor_id = id
left join (select user_id, sum(raised) as received from requests group by user_id) got on got.user_id = id
left join fixture.last_sums m on m.donor_id = id and m.period = 'monthly'
left join fixture.last_sums w on w.donor_id = id and w.period = 'weekly'
left join fixture.last_sums d on d.donor_id = id and d.period = 'daily';

insert into donation_totals (user_id, period, start, amount, public_amount, listed)
select donor_id, period, start, amount, case when anonymous_profile then 0 else amount end, not anonymous_profile
from (
  select donor_id, 'all'::period as period, date '1970-01-01' as start, given as amount from fixture.gave
  union all
  select * from fixture.period_sums
) sums
join users on users.id = donor_id;

insert into notifications (id, user_id, type, request_id, donation_id, donor_id, anonymous, amount, progress,
  created_at, read)
select id, recipient_id, 'donation', request_id, id, donor_id, anonymous, amount, 50, settled_at, random() < 0.9
from donations, fixture.sizes where settled_at > at - interval '5 months';

-- The histogram of the running periods, and the live stats.
insert into donation_histogram (period, start, bucket, people, places)
select period, start, bucket, sum(people), donation_places(array_fill(0, '{100}'), array_agg(place), array_agg(people))
from (
  select period, start, donation_floor(public_amount, 2) as bucket, donation_place(public_amount) as place,
    count(*)::integer as people
  from donation_totals, fixture.sizes, lateral (select at at time zone 'Europe/Amsterdam' as local) l
  where listed and public_amount > 0 and start >= case period
    when 'monthly' then date_trunc('month', local) when 'weekly' then date_trunc('week', local)
    when 'daily' then date_trunc('day', local) else '1970-01-01' end
  group by 1, 2, 3, 4
) counted
group by 1, 2, 3;
insert into deliveries (request_id, user_id, paid_out_at, delivered_at)
  select id, user_id, completed_at, case when id::text > '8' then completed_at end from requests where is_completed;
truncate live_stats;
insert into live_stats select 0, count(*) filter (where not is_completed), sum(raised) from requests;

reindex table donations;
reindex table requests;
reindex table users;
reindex table notifications;
reindex table donation_totals;
drop schema fixture cascade;

-- Keeps the open requests and the cents raised (db/schema/live-stats.ts). Connections share 16 rows, so that writers
-- seldom wait for each other.
create or replace function keep_live_stats() returns trigger language plpgsql as $$
declare
  added_requests bigint := 0;
  added_raised bigint := 0;
  old_requests bigint := 0;
  old_raised bigint := 0;
begin
  if tg_op <> 'DELETE' then
    select count(*) filter (where is_active and not is_completed and closed_at is null and deleted_at is null),
      coalesce(sum(raised), 0)
    into added_requests, added_raised from written;
  end if;
  if tg_op <> 'INSERT' then
    select count(*) filter (where is_active and not is_completed and closed_at is null and deleted_at is null),
      coalesce(sum(raised), 0)
    into old_requests, old_raised from overwritten;
  end if;
  if added_requests <> old_requests or added_raised <> old_raised then
    insert into live_stats as s (shard, active_requests, total_raised)
    values (pg_backend_pid() % 16, added_requests - old_requests, added_raised - old_raised)
    on conflict (shard) do update
    set active_requests = s.active_requests + excluded.active_requests,
        total_raised = s.total_raised + excluded.total_raised;
  end if;
  return null;
end
$$;

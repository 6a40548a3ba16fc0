-- Keeps what is found by a search and its filters (db/schema/open-requests.ts): the requests that take donations, with
-- their words.
create or replace function keep_open_request() returns trigger language plpgsql as $$
declare
  was_open boolean := tg_op <> 'INSERT'
    and old.is_active and not old.is_completed and old.closed_at is null and old.deleted_at is null;
  is_open boolean := tg_op <> 'DELETE'
    and new.is_active and not new.is_completed and new.closed_at is null and new.deleted_at is null;
  is_reworded boolean := tg_op = 'UPDATE'
    and (old.item, old.description, old.place_id) is distinct from (new.item, new.description, new.place_id);
  is_new boolean := false;
  own_words text[];
begin
  if was_open and (is_reworded or not is_open) then
    delete from request_words p using search_words w
    where w.word = any(words_of_request(old.item, old.description, old.place_id)) and p.word_id = w.id
      and p.created_at = old.created_at and p.request_id = old.id;
  end if;
  if was_open and not is_open then
    delete from open_requests where request_id = old.id;
  end if;
  if is_open then
    insert into open_requests as o (request_id, user_id, created_at, category, place_id, reached_step, left_step)
    values (new.id, new.user_id, new.created_at, new.category, new.place_id,
      reached_step(new.raised, new.goal), left_step(new.raised, new.goal))
    on conflict (request_id) do update
    set category = excluded.category, place_id = excluded.place_id,
      reached_step = excluded.reached_step, left_step = excluded.left_step
    returning xmax = 0 into is_new;
  end if;
  if is_new or is_open and is_reworded then
    own_words := words_of_request(new.item, new.description, new.place_id);
    -- In one order, so that two that bring the same new words do not wait for each other.
    insert into search_words (word, near)
    select word, letters_left_out(word) from unnest(own_words) as own (word)
    where not exists (select from search_words known where known.word = own.word)
    order by word
    on conflict (word) do nothing;
    insert into request_words (word_id, created_at, request_id)
    select id, new.created_at, new.id from search_words where word = any(own_words)
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- The words by which a request is found: of its texts, and all names of its town.
create or replace function words_of_request(item text, description text, place_id_ integer) returns text[]
language sql stable as $$
  select words_of(item || ' ' || description || coalesce((select words from places where id = place_id_), ''))
$$;

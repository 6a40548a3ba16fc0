-- A word and what is left of it without one letter each: two words that are one mistake apart have one of these in
-- common, also where two letters changed places.
create or replace function letters_left_out(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct overlay(word placing '' from at for 1)) || word
  from generate_series(1, char_length(word)) at
$$;

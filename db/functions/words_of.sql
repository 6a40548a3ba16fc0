-- The words of a text as a search compares them (giving.md, Finding): in small letters, without accents, each once.
-- Signs are listed by their numbers, so that the result does not depend on the database's locale.
create or replace function words_of(text_ text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from regexp_split_to_table(
    regexp_replace(
      normalize(
        replace(replace(replace(replace(replace(lower(text_), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'),
        nfkd),
      '[\u0300-\u036f\u00ad\u200b-\u200f]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u20a0-\u2bff\u3000-\u303f\ufe00-\uffff]+') word
  where word <> ''
$$;

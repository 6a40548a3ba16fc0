-- The words of a text as a search compares them (giving.md, Finding): in small letters, without accents, each once, and
-- without those that say nothing of what is asked for in any of the five languages. Signs are listed by their numbers,
-- so that the result does not depend on the database's locale.
create or replace function words_of(text_ text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from regexp_split_to_table(
    regexp_replace(
      normalize(
        replace(replace(replace(replace(replace(lower(text_), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'),
        nfkd),
      '[\u0300-\u036f\u00ad\u200b-\u200f]', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u20a0-\u2bff\u3000-\u303f\ufe00-\uffff]+') word
  where word <> '' and word <> all(
    string_to_array(
      'a,aan,al,an,and,au,aux,con,d,das,de,del,dem,den,der,des,die,du,een,ein,eine,einen,einer,el,en,et,for,' ||
      'from,fur,het,i,ich,ik,im,in,is,ist,it,j,je,l,la,las,le,les,los,ma,me,mein,meine,mes,met,mi,mijn,mis,mit,' ||
      'mon,my,of,om,on,onze,op,our,para,por,pour,some,the,this,to,un,una,und,une,unos,van,von,voor,we,with,y,' ||
      'zu,zum,zur', ','))
$$;

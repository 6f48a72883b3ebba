-- Removes from a text what writers add to the letters of a word and searchers leave out: characters that nobody sees (soft
-- hyphens, joiners, marks of direction), the vowel points and accents of Hebrew, the vowel signs and the lengthening stroke of
-- Arabic. A final sigma becomes a usual one, which is what a capital sigma becomes. A text without any is returned as it is.
create function fold_text(input text) returns text language sql immutable parallel safe as $$
  select case when octet_length(input) = char_length(input) then input else
    regexp_replace(
      translate(input, 'ς', 'σ'),
      '[\u00ad\u034f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+',
      '',
      'g'
    )
  end
$$;

-- What `segment_text` was: divides a text into words where PostgreSQL's parser does not, and adds nothing but marks.
create function split_text(input text) returns text language plpgsql immutable parallel safe as $$
begin
  if position('+' in input) > 0 then
    input := regexp_replace(input, '(?<=[[:alnum:]])\+\+(?![[:alnum:]+])', 'ꔖꔖ', 'g');
  end if;
  if position('#' in input) > 0 then
    input := regexp_replace(input, '(?<![[:alnum:]])([[:alpha:]])#(?![[:alnum:]#])', '\1ꔗ', 'g');
  end if;
  input := regexp_replace(input, '([[:alnum:]])([./_-])(?=[[:alnum:]])', E'\\1\x01\\2\x01', 'g');
  input := regexp_replace(input, '([[:alpha:]]{3})(?=[0-9])', E'\\1\x01', 'g');
  if octet_length(input) <> char_length(input) then
    input := regexp_replace(
      input,
      '([\u0e01-\u0e4e\u0e81-\u0ecd\u0edc-\u0edf\u1000-\u103f\u104c-\u108f\u109a-\u109d\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff])',
      E'\x01\\1\x01',
      'g'
    );
  end if;
  return input;
end
$$;

-- Queries and the index use this function, so both are folded alike, whichever version of the server asks.
create or replace function segment_text(input text) returns text language plpgsql immutable parallel safe as $$
begin
  return split_text(fold_text(input));
end
$$;

-- The site indexes the posts anew that contain such characters. They are sorted before the first is queued, so that others
-- who queue posts do not wait while all are read.
insert into search_index_queue (post_id)
select p.id
from posts p left join topics t on t.id = p.topic_id
cross join lateral unnest(array[p.title, p.description, p.prompt, t.name]) text
where octet_length(text) <> char_length(text) and fold_text(text) <> text
group by p.id
order by p.id
on conflict (post_id) do update set post_id = excluded.post_id;

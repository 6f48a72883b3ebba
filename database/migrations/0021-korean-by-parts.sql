-- Korean is written with spaces, but its particles are part of the word before them: each syllable is a word of the index, as each
-- character of Chinese is (decision 28), so that a noun finds itself whatever follows it.
create or replace function words_apart(given text) returns text language plpgsql immutable parallel safe as $$
begin
  if position('+' in given) > 0 then
    given := regexp_replace(given, '(?<=[[:alnum:]])\+\+(?![[:alnum:]+])', 'ꔖꔖ', 'g');
  end if;
  if position('#' in given) > 0 then
    given := regexp_replace(given, '(?<![[:alnum:]])([[:alpha:]])#(?![[:alnum:]#])', '\1ꔗ', 'g');
  end if;
  given := regexp_replace(given, '([[:alnum:]])([./_-])(?=[[:alnum:]])', E'\\1\x01\\2\x01', 'g');
  given := regexp_replace(given, '([[:alpha:]]{3})(?=[0-9])', E'\\1\x01', 'g');
  if octet_length(given) <> char_length(given) then
    given := regexp_replace(
      given,
      '([\u0e01-\u0e4e\u0e81-\u0ecd\u0edc-\u0edf\u1000-\u103f\u104c-\u108f\u109a-\u109d\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff])',
      E'\x01\\1\x01',
      'g'
    );
  end if;
  return given;
end
$$;

-- The site indexes them anew once it has started.
insert into posts_to_index (post_id)
select p.id
from posts p join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
where concat_ws(' ', p.title, p.description, t.name, u.username, p.prompt) ~ '[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]'
on conflict do nothing;

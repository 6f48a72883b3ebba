-- What PostgreSQL's parser takes for one word and people for several, with the character 1 between them, which no text here
-- holds: parts of a name (Node.js, UX/UI, GPT-4, gpt4), and the signs of Chinese and Japanese, which are written without
-- spaces. Searched for without a space between them, they are a phrase. The signs of C++ and C# become letters (decision 26).
create function words_apart(given text) returns text language plpgsql immutable parallel safe as $$
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
    given := regexp_replace(given, '([\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', E'\x01\\1\x01', 'g');
  end if;
  return given;
end
$$;

-- Takes it back.
create function words_together(apart text) returns text language sql immutable parallel safe as $$
  select translate(apart, E'ꔖꔗ\x01', '+#')
$$;

-- What was typed into a search box.
create function search_query(typed text) returns tsquery language sql immutable parallel safe as $$
  select websearch_to_tsquery('public.prompt_search', words_apart(typed))
$$;

create or replace function post_search_vector(title text, description text, names text, prompt text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  head tsvector := setweight(to_tsvector('public.prompt_search', words_apart(title)), 'A')
    || setweight(to_tsvector('public.prompt_search', words_apart(description)), 'B')
    || setweight(to_tsvector('public.prompt_search', words_apart(names)), 'C');
begin
  return head || setweight(to_tsvector('public.prompt_search', words_apart(prompt)), 'D');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('public.prompt_search', words_apart(left(prompt, 20000))), 'D');
end
$$;

-- The site indexes them anew once it has started.
insert into posts_to_index (post_id)
select p.id
from posts p join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
cross join lateral (select concat_ws(' ', p.title, p.description, t.name, u.username, p.prompt) as said) texts
where not p.is_private and words_apart(said) <> said
on conflict do nothing;

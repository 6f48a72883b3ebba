-- Chinese and Japanese are written without spaces: with a mark on both sides each of their signs is a word of its own, and
-- several in a row are a phrase when they are searched for. The mark is one that no text here may hold.
create function signs_apart(given text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(given) = char_length(given) then given
    else regexp_replace(given, '([\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', E'\x01\\1\x01', 'g')
  end
$$;

-- What was typed into a search box.
create function search_query(typed text) returns tsquery language sql immutable parallel safe as $$
  select websearch_to_tsquery('public.prompt_search', signs_apart(typed))
$$;

create or replace function post_search_vector(title text, description text, names text, prompt text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  head tsvector := setweight(to_tsvector('public.prompt_search', signs_apart(title)), 'A')
    || setweight(to_tsvector('public.prompt_search', signs_apart(description)), 'B')
    || setweight(to_tsvector('public.prompt_search', signs_apart(names)), 'C');
begin
  return head || setweight(to_tsvector('public.prompt_search', signs_apart(prompt)), 'D');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('public.prompt_search', signs_apart(left(prompt, 20000))), 'D');
end
$$;

insert into posts_to_index (post_id)
select p.id
from posts p left join topics t on t.id = p.topic_id
cross join lateral (select concat_ws(' ', p.title, p.description, t.name, p.prompt) as said) texts
where not p.is_private and signs_apart(said) <> said
on conflict do nothing;

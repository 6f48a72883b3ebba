-- Composes a text (NFC). One with as many bytes as characters is ASCII and is spared the work, which takes as long as
-- finding its words.
create function compose_text(input text) returns text language sql immutable parallel safe as $$
  select case when octet_length(input) = char_length(input) then input else normalize(input) end
$$;

-- The search index contains composed text (NFC), as queries are. The function composes it, so servers of the previous
-- version, which take entries of the queue as well, do it right.
create or replace function post_search_vector(title text, description text, names text, prompt text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  head tsvector := setweight(to_tsvector('public.prompt_search', segment_text(compose_text(title))), 'A')
    || setweight(to_tsvector('public.prompt_search', segment_text(compose_text(description))), 'B')
    || setweight(to_tsvector('public.prompt_search', segment_text(compose_text(names))), 'C');
  composed text := compose_text(prompt);
begin
  return head || setweight(to_tsvector('public.prompt_search', segment_text(composed)), 'D');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('public.prompt_search', segment_text(left(composed, 20000))), 'D');
end
$$;

-- The site indexes posts anew that contain decomposed text. They are sorted before the first is queued, so that others who
-- queue posts do not wait while all are read.
insert into search_index_queue (post_id)
select p.id
from posts p left join topics t on t.id = p.topic_id
cross join lateral unnest(array[p.title, p.description, p.prompt, t.name]) text
where octet_length(text) <> char_length(text) and text is not nfc normalized
group by p.id
order by p.id
on conflict (post_id) do update set post_id = excluded.post_id;

-- Slugs of topics are composed, whichever version of the server writes them. Names stay as they are written.
create function compose_slug() returns trigger language plpgsql as $$
begin
  new.slug := compose_text(new.slug);
  return new;
end
$$;
create trigger topics_composed before insert or update of slug on topics
  for each row execute function compose_slug();

-- A topic whose composed slug another topic has was created twice and stays, under a name with a number, so that an
-- administrator can see both and decide. Nobody could reach it by its links since slugs are composed.
do $$
declare
  topic record;
  number integer;
  suffix text;
begin
  for topic in
    select id, name, slug from topics where slug is not nfc normalized order by id for update
  loop
    number := 1;
    suffix := '';
    while exists (select from topics where slug = compose_text(topic.slug) || suffix and id <> topic.id) loop
      number := number + 1;
      suffix := '-' || number;
    end loop;
    update topics set name = topic.name || replace(suffix, '-', ' '), slug = topic.slug || suffix where id = topic.id;
  end loop;
end
$$;

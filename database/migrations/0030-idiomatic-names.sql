-- Renames tables and functions to the field's words. A view or function of the old name remains for servers of the previous
-- version, which may run until all of them have been renewed; a later migration may drop these.
alter table spent_tokens rename to consumed_tokens;
create view spent_tokens as select * from consumed_tokens;
alter table posts_to_index rename to search_index_queue;
create view posts_to_index as select * from search_index_queue;
alter table best_search rename to hot_post_search;
create view best_search as select * from hot_post_search;
alter table post_requests rename to post_idempotency_keys;
create view post_requests as select * from post_idempotency_keys;
alter table comment_requests rename to comment_idempotency_keys;
create view comment_requests as select * from comment_idempotency_keys;
alter table admin_acts rename to audit_events;
create view admin_acts as select * from audit_events;
alter table removals rename to moderation_notices;
create view removals as select * from moderation_notices;

-- Puts the character U+0001, which no stored text contains, where a person sees a word boundary and PostgreSQL's parser does
-- not: between the parts of a name (Node.js, UX/UI, GPT-4, gpt4) and around each character of the scripts that are written
-- without spaces, and around each Korean syllable. The signs of C++ and C# become letters. Decisions 26 and 28.
create function segment_text(input text) returns text language plpgsql immutable parallel safe as $$
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
create or replace function words_apart(given text) returns text language sql immutable parallel safe as $$
  select segment_text(given)
$$;

-- Removes what `segment_text` has added.
create function join_segments(segmented text) returns text language sql immutable parallel safe as $$
  select translate(segmented, E'ꔖꔗ\x01', '+#')
$$;

create or replace function search_query(typed text) returns tsquery language sql immutable parallel safe as $$
  select websearch_to_tsquery('public.prompt_search', segment_text(typed))
$$;

create or replace function post_search_vector(title text, description text, names text, prompt text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  head tsvector := setweight(to_tsvector('public.prompt_search', segment_text(title)), 'A')
    || setweight(to_tsvector('public.prompt_search', segment_text(description)), 'B')
    || setweight(to_tsvector('public.prompt_search', segment_text(names)), 'C');
begin
  return head || setweight(to_tsvector('public.prompt_search', segment_text(prompt)), 'D');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('public.prompt_search', segment_text(left(prompt, 20000))), 'D');
end
$$;

-- The words of a title in whatever order as one number; the index on it finds a title however low its score. Decision 27.
alter function title_key(tsvector) rename to title_hash;
create function title_key(words tsvector) returns bigint language sql immutable parallel safe as $$
  select title_hash(words)
$$;

-- What search looks at; private posts have no row here. A visitor's search may look only at what a visitor may read,
-- or the hidden rest of a prompt could be guessed word by word.
create table post_search (
  post_id integer primary key references posts on delete cascade,
  visible tsvector not null,
  whole tsvector not null
);
create index post_search_visible on post_search using gin (visible) with (fastupdate = off);
create index post_search_whole on post_search using gin (whole) with (fastupdate = off);

-- The words that occur in titles and topics; misspelt query words are corrected against it.
create table search_words (word text primary key);
create index search_words_trigram on search_words using gin (word gin_trgm_ops);

-- Title weighs most, then description, then topic and author, then prompt.
-- A tsvector holds at most 1 MB (error 54000): a prompt that overflows it is indexed by its beginning.
create function post_search_vector(title text, description text, names text, prompt text) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  head tsvector := setweight(to_tsvector('public.prompt_search', title), 'A')
    || setweight(to_tsvector('public.prompt_search', description), 'B')
    || setweight(to_tsvector('public.prompt_search', names), 'C');
begin
  return head || setweight(to_tsvector('public.prompt_search', prompt), 'D');
exception when program_limit_exceeded then
  return head || setweight(to_tsvector('public.prompt_search', left(prompt, 20000)), 'D');
end
$$;

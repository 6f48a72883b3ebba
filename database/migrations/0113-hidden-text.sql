-- no transaction
-- What the texts of a post hide from its readers (docs/spec/hidden-text.md). Null until a job has searched the post, which
-- is also so for a post that a server of the previous version has published.
alter table posts add column if not exists hidden_text jsonb;
drop index concurrently if exists posts_to_search_for_hidden_text;
create index concurrently posts_to_search_for_hidden_text on posts (id) where hidden_text is null;

-- Suggestions while somebody types a search look for words that begin with the typed letters, in titles alone: the
-- indexes on whole posts would return nearly every post for two letters.
create index post_search_titles on post_search using gin (ts_filter(visible, '{a}')) with (fastupdate = off);
create index hot_post_search_titles on hot_post_search using gin (ts_filter(visible, '{a}')) with (fastupdate = off);
-- Members by a similar username. On `user_search`, whose first line is the username, because every vote changes `users`.
create index user_search_usernames on user_search using gin (split_part(words, E'\n', 1) gin_trgm_ops);

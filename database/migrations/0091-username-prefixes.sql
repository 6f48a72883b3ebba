-- no transaction
-- Members whose username begins with a text: a range of this index, which a plan for all values can use as well.
drop index concurrently if exists user_search_prefixes;
create index concurrently user_search_prefixes on user_search (words text_pattern_ops);

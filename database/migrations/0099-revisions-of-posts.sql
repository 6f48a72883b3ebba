-- Grows with each edit of a post, also when edits within ten minutes share a version, so that a program can say which
-- state it has edited.
alter table posts add column revision integer not null default 1;
update posts set revision = version where version > 1;

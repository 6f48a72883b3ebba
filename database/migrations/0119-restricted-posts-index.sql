-- no transaction
drop index concurrently if exists posts_restricted;
create index concurrently posts_restricted on posts (restricted_since) where restriction is not null;

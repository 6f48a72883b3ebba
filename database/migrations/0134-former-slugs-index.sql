-- no transaction
drop index concurrently if exists posts_former_slug;
create index concurrently posts_former_slug on posts (former_slug) where former_slug is not null;

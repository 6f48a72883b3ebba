-- The post that a post is based on; null after the deletion of that post, whereas `is_remix` stays.
alter table posts add column remix_of integer references posts on delete set null;
alter table posts add column is_remix boolean not null default false;
create index posts_remix_of on posts (remix_of, is_private) where remix_of is not null;

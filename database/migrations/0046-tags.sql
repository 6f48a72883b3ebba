-- Free words that an author gives a post, beside its one topic (docs/spec/data.md#tags).
alter table posts add column tags text[] not null default '{}';
create index posts_tags on posts using gin (tags) where not is_private and tags <> '{}';

-- The tags of public posts, which the form suggests. The counts are those of the last refresh.
create table tags (
  name text primary key,
  post_count integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index tags_prefix on tags (name text_pattern_ops);

-- Tags that an admin has renamed or merged into another one. Whoever types the old name or opens its page gets the new one.
create table tag_redirects (
  name text primary key,
  target text not null
);
create index tag_redirects_target on tag_redirects (target);

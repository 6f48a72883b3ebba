-- Posts that moderators or limits keep from readers (docs/spec/moderation.md#restricted-posts), and labels that moderators set.
-- A restricted post is private; what it was before is stored beside.
alter table posts
  add column restriction text,
  add column restricted_topic_id integer,
  add column restricted_as_private boolean not null default false,
  add column restricted_since timestamptz(3),
  add column labels text[] not null default '{}',
  add constraint posts_restriction check ((restriction is null) = (restricted_since is null) and (restriction is null or is_private)) not valid;

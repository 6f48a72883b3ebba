-- Who looks after the site besides admins, and until when a member is muted or suspended
-- (docs/spec/moderation.md#roles). `moderated_topics` are the ids of topics; one of a deleted topic has no effect.
alter table users
  add column is_moderator boolean not null default false,
  add column moderated_topics integer[] not null default '{}',
  add column muted_until timestamptz(3),
  add column is_suspended boolean not null default false,
  add column suspended_until timestamptz(3);

-- What jobs and moderators have taken away together, so that it can be given back together (docs/spec/moderation.md#spam).
create table moderation_case_items (
  case_id integer not null references moderation_cases on delete cascade,
  kind text not null check (kind in ('member', 'post', 'comment')),
  item_id integer not null,
  primary key (case_id, kind, item_id)
);
create index moderation_case_items_item on moderation_case_items (kind, item_id);

-- Votes that count nowhere until their case is decided. Columns as in `votes`.
create table set_aside_votes (
  id integer generated always as identity primary key,
  case_id integer not null references moderation_cases on delete cascade,
  user_id integer not null references users on delete cascade,
  post_id integer references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  value smallint not null,
  created_at timestamptz(3),
  post_version integer,
  check (num_nonnulls(post_id, comment_id) = 1)
);
create index set_aside_votes_case on set_aside_votes (case_id, id);
create index set_aside_votes_user on set_aside_votes (user_id);
create index set_aside_votes_post on set_aside_votes (post_id) where post_id is not null;
create index set_aside_votes_comment on set_aside_votes (comment_id) where comment_id is not null;

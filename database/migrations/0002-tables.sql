-- Denormalised columns, and the only rules that write them (each in the transaction of what it counts):
--   posts.score, comments.score        votes: cast-vote
--   posts.comment_count                comments: add-comment, delete-comment
--   posts.bookmark_count               bookmarks
--   posts.prompt_length                posts: publish, edit; import
--   users.post_count, private_posts    posts: publish, delete; import
--   users.karma, total_upvotes         votes: cast-vote
--   users.total_engagement             votes, comments, bookmarks
--   topics.post_count                  posts: publish, delete; import
-- `npm run verify-counts` recomputes them all and reports every difference.

-- Posts and comments draw from one sequence, so that a vote's id is never ambiguous.
create sequence content_id_seq as integer;

create table users (
  id integer generated always as identity primary key,
  username text not null,
  google_id text not null unique,
  email text,
  avatar text,
  bio text not null default '',
  website text not null default '',
  x_link text not null default '',
  linkedin_link text not null default '',
  karma integer not null default 0,
  is_admin boolean not null default false,
  profile_completed boolean not null default false,
  is_muted boolean not null default false,
  post_count integer not null default 0,
  private_posts integer not null default 0,
  optimized integer not null default 0,
  total_upvotes integer not null default 0,
  total_engagement integer not null default 0,
  daily_reveals integer not null default 0,
  weekly_reveals integer not null default 0,
  monthly_reveals integer not null default 0,
  all_time_reveals integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create unique index users_username_lower on users (lower(username));
create index users_leaderboard on users (total_engagement desc, total_upvotes desc, created_at, id)
  where post_count > 0 or total_engagement > 0;

create table topics (
  id integer generated always as identity primary key,
  name text not null,
  slug text not null unique,
  description text not null default '',
  is_request boolean not null default false,
  is_hot boolean not null default false,
  post_count integer not null default 0
);

create table topic_requests (
  id integer generated always as identity primary key,
  name text not null,
  description text not null,
  user_id integer not null references users on delete cascade,
  status text not null default 'pending',
  created_at timestamptz(3) not null default now()
);
create index topic_requests_user on topic_requests (user_id);

create table posts (
  id integer primary key default nextval('content_id_seq'),
  user_id integer not null references users on delete cascade,
  topic_id integer references topics on delete set null,
  score integer not null default 0,
  comment_count integer not null default 0,
  bookmark_count integer not null default 0,
  prompt_length integer not null,
  created_at timestamptz(3) not null default now(),
  is_private boolean not null default false,
  type text not null default 'Text' check (type in ('Text', 'Code', 'Image', 'Video', 'Audio')),
  private_id text unique check ((private_id is not null) = is_private),
  seo_slug text not null unique,
  title text not null,
  models text[] not null default '{}',
  example_files text[] not null default '{}',
  description text not null,
  prompt text not null,
  check (not (is_private and topic_id is not null))
);
-- Feeds walk one of these; `id` last makes the order total and the scan index-only.
create index posts_new on posts (created_at desc, id desc) where not is_private;
create index posts_top on posts (score desc, created_at desc, id desc) where not is_private;
create index posts_type_new on posts (type, created_at desc, id desc) where not is_private;
create index posts_type_top on posts (type, score desc, created_at desc, id desc) where not is_private;
create index posts_topic_new on posts (topic_id, created_at desc, id desc) where not is_private;
create index posts_topic_top on posts (topic_id, score desc, created_at desc, id desc) where not is_private;
create index posts_user_new on posts (user_id, is_private, created_at desc, id desc);
create index posts_models on posts using gin (models) where not is_private;

create table comments (
  id integer primary key default nextval('content_id_seq'),
  post_id integer not null references posts on delete cascade,
  user_id integer references users on delete cascade,
  parent_id integer,
  score integer not null default 0,
  is_deleted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  content text not null,
  unique (id, post_id),
  -- A reply stands on the same post as its parent.
  foreign key (parent_id, post_id) references comments (id, post_id) on delete cascade
);
create index comments_post_top on comments (post_id, score desc, created_at desc, id desc);
create index comments_parent on comments (parent_id) where parent_id is not null;
create index comments_user on comments (user_id);

create table votes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  post_id integer references posts on delete cascade,
  comment_id integer references comments on delete cascade,
  value smallint not null check (value in (1, -1)),
  check (num_nonnulls(post_id, comment_id) = 1)
);
create unique index votes_post on votes (post_id, user_id) where post_id is not null;
create unique index votes_comment on votes (comment_id, user_id) where comment_id is not null;
create index votes_user on votes (user_id);

create table user_topic_follows (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  topic_id integer not null references topics on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (user_id, topic_id)
);
create index user_topic_follows_topic on user_topic_follows (topic_id);

create table user_post_bookmarks (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (user_id, post_id)
);
create index user_post_bookmarks_newest on user_post_bookmarks (user_id, created_at desc, id desc);
create index user_post_bookmarks_post on user_post_bookmarks (post_id);

create table feedback (
  id integer generated always as identity primary key,
  content text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index feedback_user on feedback (user_id);

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type text not null check (type in ('comment', 'upvote', 'bookmark')),
  post_id integer not null references posts on delete cascade,
  from_user_id integer not null references users on delete cascade,
  comment_id integer references comments on delete cascade,
  is_read boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_post on notifications (post_id);
create index notifications_from on notifications (from_user_id);
create index notifications_comment on notifications (comment_id) where comment_id is not null;

create table ad_requests (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index ad_requests_user on ad_requests (user_id);

create table prompt_optimization_logs (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  original_prompt text not null,
  optimized_prompt text not null,
  prompt_type text,
  models text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index prompt_optimization_logs_newest on prompt_optimization_logs (created_at desc, id desc);
create index prompt_optimization_logs_user on prompt_optimization_logs (user_id, created_at desc, id desc);

create table post_reveals (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (post_id, user_id)
);
create index post_reveals_user on post_reveals (user_id, created_at desc);

-- A member who has opened a private link may from then on take part there.
create table private_post_grants (
  user_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, user_id)
);
create index private_post_grants_user on private_post_grants (user_id);

create table sessions (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id);

-- Which rows of which import became which post, so that an import may be run again.
create table imported_posts (
  key bytea primary key,
  post_id integer not null references posts on delete cascade
);
create index imported_posts_post on imported_posts (post_id);

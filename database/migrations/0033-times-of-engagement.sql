-- For the leaderboard of a week or a month. When older votes were cast is unknown, so they count for all time only.
-- Servers of the previous version insert votes without this column and get the default.
alter table votes add column created_at timestamptz(3);
alter table votes alter column created_at set default now();
create index votes_created on votes (created_at) where created_at is not null;
create index comments_created on comments (created_at);
create index user_post_bookmarks_created on user_post_bookmarks (created_at);

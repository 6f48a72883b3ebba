-- Which members follow which.
create table member_follows (
  id integer generated always as identity primary key,
  follower_id integer not null references users on delete cascade,
  member_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (follower_id, member_id),
  check (follower_id <> member_id)
);
create index member_follows_member on member_follows (member_id);

-- Which members block which. A block hides either from the other (docs/spec/privacy.md#blocks).
create table member_blocks (
  id integer generated always as identity primary key,
  blocker_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index member_blocks_blocked on member_blocks (blocked_id, blocker_id);

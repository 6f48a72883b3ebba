-- Links with which members invite others, and who has joined by whom (docs/spec/flows.md#sign-up). `ended_at` is set when
-- the member ends a link, or when too many of those whom they invited have been suspended or removed (`is_ended_by_wave`).
create table invitations (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  max_uses smallint not null check (max_uses between 1 and 25),
  uses smallint not null default 0,
  ends_at timestamptz(3) not null,
  ended_at timestamptz(3),
  is_ended_by_wave boolean not null default false,
  created_at timestamptz(3) not null default now(),
  check (uses <= max_uses)
);
create index invitations_user on invitations (user_id, id);
-- `user_id` is null once the account is deleted. `lost_at` is when it was first seen suspended or deleted.
create table invited_members (
  id integer generated always as identity primary key,
  user_id integer unique references users on delete set null,
  inviter_id integer not null references users on delete cascade,
  invitation_id integer not null,
  joined_at timestamptz(3) not null default now(),
  lost_at timestamptz(3)
);
create index invited_members_inviter on invited_members (inviter_id, id);
create index invited_members_kept on invited_members (id) where lost_at is null;

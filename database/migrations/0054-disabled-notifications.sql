-- The kinds of notifications that a member has switched off. Without a row, a kind is on.
create table disabled_notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  unique (user_id, kind)
);

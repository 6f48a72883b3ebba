-- The members who receive a summary of their unread notifications by mail. Without a row, a member receives none.
create table notification_digests (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  -- Notifications up to this time have been in a digest, or are older than the choice.
  covered_until timestamptz(3) not null default now(),
  next_at timestamptz(3) not null
);
create index notification_digests_due on notification_digests (next_at);

-- The email that an external provider has called verified at the last sign-in. It counts only while `email` is the same,
-- because servers of the previous version change `email` alone.
alter table users add column verified_email text;

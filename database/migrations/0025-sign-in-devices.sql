-- Browsers in which an account of the embedded provider has signed in with its password: they have a limit of their own
-- on wrong passwords, so that nobody else's attempts lock them out. Only the hash of the cookie is stored.
create table known_devices (
  token_hash bytea primary key,
  subject text not null references local_accounts on delete cascade,
  used_at timestamptz(3) not null default now()
);
create index known_devices_subject on known_devices (subject, used_at);
create index known_devices_used on known_devices (used_at);

-- When the person last proved to the provider who they are (`auth_time`). Null in sessions of the previous version:
-- then `created_at` counts. `provider_session` is the embedded provider's own session, which ends with this one.
alter table sessions
  add column authenticated_at timestamptz(3),
  add column provider_session text;

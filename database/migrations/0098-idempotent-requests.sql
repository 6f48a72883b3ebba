-- Requests with an `Idempotency-Key`, and the responses that a repeated one gets. Both are deleted after a day.
create table idempotent_requests (
  user_id integer not null references users (id) on delete cascade,
  -- Hashes of the key with the operation, and of the request's content.
  key bytea not null,
  content bytea not null,
  -- While the first request is being processed, and until when another may take over if its process has died.
  locked_until timestamptz,
  reply text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotent_requests_created_at on idempotent_requests (created_at);

-- Tokens with which programs call the API as a member. Only their hashes are stored.
create table api_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  -- The beginning of the token, by which its owner recognizes it.
  prefix text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  -- Null for a token that does not expire.
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_tokens_user_id on api_tokens (user_id);

-- A session's `family` is one browser's: signing in again leaves the old session a minute (`ends_at`), so that tabs
-- with a request under way do not fall out; signing out ends the whole family and refuses its ID tokens.
alter table sessions
  add column id integer generated always as identity unique,
  add column family uuid not null default gen_random_uuid(),
  add column ends_at timestamptz(3),
  add column id_token_hash bytea,
  add column id_token_ends_at timestamptz(3);
create index sessions_family on sessions (family);

-- ID tokens whose session was signed out; they are refused until they expire by themselves.
create table refused_tokens (
  hash bytea primary key,
  ends_at timestamptz(3) not null
);
create index refused_tokens_ends on refused_tokens (ends_at);

-- How often something was done in the running window. Losing it in a crash gives a few tries more.
create unlogged table rate_limits (
  key bytea primary key,
  taken integer not null,
  ends_at timestamptz(3) not null
);
create index rate_limits_ends on rate_limits (ends_at);

-- Accounts of the embedded identity provider. The e-mail is not verified: it only names the account.
create table local_accounts (
  subject text primary key,
  email text not null unique check (email = lower(email)),
  name text not null default '',
  password_hash text not null,
  created_at timestamptz(3) not null default now()
);

-- What the embedded provider remembers. `payload` is JSON as text: nothing looks into it, and a request's parameter
-- may carry U+0000, which jsonb refuses. `id` is a hash, since the id itself opens what it names.
create table provider_payloads (
  model text not null,
  id bytea not null,
  payload text not null,
  grant_id text,
  user_code text,
  uid text,
  account_id text,
  consumed_at timestamptz(3),
  ends_at timestamptz(3),
  primary key (model, id)
);
create index provider_payloads_grant on provider_payloads (grant_id) where grant_id is not null;
create index provider_payloads_user_code on provider_payloads (user_code) where user_code is not null;
create index provider_payloads_uid on provider_payloads (uid) where uid is not null;
create index provider_payloads_account on provider_payloads (account_id) where account_id is not null;
create index provider_payloads_ends on provider_payloads (ends_at);

-- Private keys of the embedded provider, shared by every process: the newest signs, older ones still verify.
create table provider_keys (
  id integer generated always as identity primary key,
  use text not null check (use in ('sign', 'cookie')),
  secret text not null,
  created_at timestamptz(3) not null default now()
);

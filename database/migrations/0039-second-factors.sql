-- Second factors of accounts of the embedded provider: an authenticator app (TOTP), passkeys (WebAuthn), and recovery
-- codes. An app counts once its first code has confirmed it.

-- Encrypts the secrets of authenticator apps. There is one key, which is created on first use and never replaced.
create table encryption_keys (
  id integer primary key default 1 check (id = 1),
  secret bytea not null,
  created_at timestamptz(3) not null default now()
);

-- `last_step` is the time step of the newest code that was accepted, so that no code works twice.
create table authenticator_apps (
  id integer generated always as identity primary key,
  subject text not null unique references local_accounts on delete cascade,
  encrypted_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  used_at timestamptz(3)
);
create index authenticator_apps_unconfirmed on authenticator_apps (created_at) where confirmed_at is null;

create table passkeys (
  id integer generated always as identity primary key,
  subject text not null references local_accounts on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create index passkeys_subject on passkeys (subject);

-- A used code is deleted. The codes are random (80 bits), so a fast hash protects them.
create table recovery_codes (
  id integer generated always as identity primary key,
  subject text not null references local_accounts on delete cascade,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  unique (subject, code_hash)
);

-- Sign-ins whose password was correct and whose second step is missing. `uid_hash` names the provider's interaction, which
-- belongs to one browser. They end when the password changes, because `password_digest` no longer fits then.
create table pending_sign_ins (
  uid_hash bytea primary key,
  subject text not null references local_accounts on delete cascade,
  password_digest bytea not null,
  ends_at timestamptz(3) not null
);
create index pending_sign_ins_subject on pending_sign_ins (subject);
create index pending_sign_ins_ends on pending_sign_ins (ends_at);

-- Challenges that a passkey has to sign, each once. `purpose_hash` names the session or the interaction that asked.
create table passkey_challenges (
  purpose_hash bytea primary key,
  challenge text not null,
  ends_at timestamptz(3) not null
);
create index passkey_challenges_ends on passkey_challenges (ends_at);

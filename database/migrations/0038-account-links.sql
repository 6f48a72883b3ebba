-- One-time links for the site's own accounts: to set a new password, or to confirm an email. Only a hash is stored.
-- Confirming an email, or resetting the password with a link that was mailed, proves who reads the mailbox.
create table account_links (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  subject text not null references local_accounts on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'confirm-email')),
  email text not null,
  is_mailed boolean not null,
  created_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null
);
create index account_links_subject on account_links (subject, purpose);
create index account_links_ends on account_links (ends_at);

-- `signed_out_at`: ID tokens from before are refused, because the password has been reset since.
alter table local_accounts
  add column email_verified_at timestamptz(3),
  add column signed_out_at timestamptz(3);

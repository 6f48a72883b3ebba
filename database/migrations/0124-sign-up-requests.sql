-- Accounts that wait until staff approve them (docs/spec/flows.md#sign-up). `answered_at` is null until the profile is
-- filled in. An approved account has no row.
create table sign_up_requests (
  user_id integer primary key references users on delete cascade,
  answer text not null default '',
  answered_at timestamptz(3),
  rejected_at timestamptz(3),
  rejected_by integer references users on delete set null,
  reason text not null default '',
  created_at timestamptz(3) not null default now()
);
create index sign_up_requests_answered on sign_up_requests (answered_at, user_id) where answered_at is not null;
create index sign_up_requests_rejected on sign_up_requests (rejected_at) where rejected_at is not null;
create index sign_up_requests_rejecter on sign_up_requests (rejected_by) where rejected_by is not null;

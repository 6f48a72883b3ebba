-- Reports, cases, decisions and notes (docs/spec/moderation.md). What a case is about is named by its kind and id without
-- a foreign key, because a case outlives its subject.
create table moderation_cases (
  id integer generated always as identity primary key,
  subject_kind text not null,
  subject_id integer not null,
  -- The number of a reported version; 0 for other subjects.
  subject_version integer not null default 0,
  post_id integer,
  topic_id integer,
  author_id integer references users on delete set null,
  -- The title or the beginning of the subject when the case was opened; '' after its author's account has been deleted.
  excerpt text not null,
  -- Why there is a case without a report.
  source text not null default 'reports' check (source in ('reports', 'first-look', 'edited', 'findings', 'staff')),
  -- What automatic checks have found, as sentences.
  findings text[] not null default '{}',
  is_urgent boolean not null default false,
  is_open boolean not null default true,
  claimed_by integer references users on delete set null,
  claimed_at timestamptz(3),
  opened_at timestamptz(3) not null default now()
);
create unique index moderation_cases_open on moderation_cases (subject_kind, subject_id, subject_version) where is_open;
create index moderation_cases_queue on moderation_cases (is_urgent desc, id) where is_open;
create index moderation_cases_subject on moderation_cases (subject_kind, subject_id, id);
create index moderation_cases_author on moderation_cases (author_id, id) where author_id is not null;
create index moderation_cases_claimed on moderation_cases (claimed_by) where claimed_by is not null;

create table reports (
  id integer generated always as identity primary key,
  -- Null for a legal notice whose email is not confirmed yet.
  case_id integer references moderation_cases on delete cascade,
  subject_kind text not null,
  subject_id integer not null,
  subject_version integer not null default 0,
  reporter_id integer references users on delete cascade,
  reason text not null,
  words text not null default '',
  weight real not null default 0,
  -- What a legal notice says besides (Digital Services Act, article 16).
  is_legal boolean not null default false,
  name text not null default '',
  email text,
  url text not null default '',
  confirm_hash bytea unique,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check (is_legal = (email is not null))
);
create unique index reports_once on reports (reporter_id, subject_kind, subject_id, subject_version) where reporter_id is not null;
create index reports_case on reports (case_id, id) where case_id is not null;
create index reports_of_reporter on reports (reporter_id, id) where reporter_id is not null;
create index reports_unconfirmed on reports (created_at) where case_id is null;

create table moderation_decisions (
  id integer generated always as identity primary key,
  case_id integer not null references moderation_cases on delete cascade,
  action text not null,
  -- The operator's reason, as it read then, and more words; both are shown to the author.
  reason text not null,
  words text not null default '',
  is_legal boolean not null default false,
  ends_at timestamptz(3),
  -- Null for a decision that no person has made, and after the deletion of the account.
  moderator_id integer references users on delete set null,
  moderator_name text not null,
  moderator_role text not null check (moderator_role in ('admin', 'moderator', 'topic-moderator', 'automatic')),
  -- What the action needs to be reversed.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reversed_at timestamptz(3),
  reversed_by integer references users on delete set null,
  reversal_words text not null default '',
  created_at timestamptz(3) not null default now()
);
create index moderation_decisions_case on moderation_decisions (case_id, id);
create index moderation_decisions_moderator on moderation_decisions (moderator_id) where moderator_id is not null;
create index moderation_decisions_reverser on moderation_decisions (reversed_by) where reversed_by is not null;

create table appeals (
  id integer generated always as identity primary key,
  decision_id integer not null unique references moderation_decisions on delete cascade,
  member_id integer not null references users on delete cascade,
  words text not null,
  created_at timestamptz(3) not null default now(),
  answer text not null default '',
  is_granted boolean,
  answered_by integer references users on delete set null,
  answered_at timestamptz(3),
  check ((is_granted is null) = (answered_at is null))
);
create index appeals_open on appeals (id) where answered_at is null;
create index appeals_member on appeals (member_id, id);
create index appeals_answerer on appeals (answered_by) where answered_by is not null;

create table moderation_notes (
  id integer generated always as identity primary key,
  case_id integer references moderation_cases on delete cascade,
  member_id integer references users on delete cascade,
  author_id integer references users on delete set null,
  author_name text not null,
  words text not null,
  created_at timestamptz(3) not null default now(),
  check ((case_id is null) <> (member_id is null))
);
create index moderation_notes_case on moderation_notes (case_id, id) where case_id is not null;
create index moderation_notes_member on moderation_notes (member_id, id) where member_id is not null;
create index moderation_notes_author on moderation_notes (author_id) where author_id is not null;

-- What a removed comment said, so that its author and moderators can read it and it can be restored. Its row in
-- `comments` reads like a deleted one meanwhile.
create table restricted_comments (
  comment_id integer primary key references comments on delete cascade,
  user_id integer not null references users on delete cascade,
  content text not null,
  mentions text[] not null
);
create index restricted_comments_user on restricted_comments (user_id);
alter table comments add column is_restricted boolean not null default false;
alter table post_versions add column is_withdrawn boolean not null default false;
-- A removed collection is private; this is what its owner had chosen.
alter table collections add column restricted_visibility text;
alter table suggested_edits add column is_restricted boolean not null default false;

-- The statement that a notice leads to; null for a notice of the previous version.
alter table moderation_notices add column decision_id integer references moderation_decisions on delete cascade;
create index moderation_notices_decision on moderation_notices (decision_id) where decision_id is not null;

-- Tells a member that a decision about them, their content or their report was made, or their appeal answered.
-- `decision_title` names what the decision is about.
alter table notifications
  add column decision_id integer references moderation_decisions on delete cascade,
  add column decision_title text;
create index notifications_decision on notifications (decision_id) where decision_id is not null;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  case when type in ('comment', 'upvote', 'bookmark', 'mention') then num_nulls(post_id, from_user_id) = 0
    when type in ('edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested')
      then num_nulls(post_id, from_user_id, suggested_edit_id) = 0
    when type = 'collection-invitation' then num_nulls(from_user_id, collection_id) = 0
    when type = 'webhook-disabled' then webhook_host is not null
    when type in ('decision', 'report-decided', 'appeal-answered') then num_nulls(decision_id, decision_title) = 0
    else type in ('topic-approved', 'topic-rejected') and topic_name is not null end) not valid;

-- How far a member is trusted (docs/spec/moderation.md#trust). Those who were here before are no newcomers.
alter table users add column trust_level text not null default 'member';
alter table users alter column trust_level set default 'newcomer';

-- Unsent posts of a member, of which nobody else learns.
create table drafts (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The id that the browser has chosen. Another member's draft may have the same.
  key uuid not null,
  -- The fields of the form by name. A field that was added later is absent from older drafts.
  fields jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When the saves began that are one version; a save within a minute belongs to it.
  version_at timestamptz(3) not null default now(),
  -- When the server publishes it by itself.
  publish_at timestamptz(3),
  -- A sentence that says why it could not be published at its time; empty otherwise.
  problem text not null default '',
  unique (user_id, key)
);
create index drafts_due on drafts (publish_at) where publish_at is not null;
-- Which drafts use a file.
create index drafts_files on drafts using gin ((fields -> 'exampleFiles')) where fields -> 'exampleFiles' <> '[]';

-- What a draft said before.
create table draft_versions (
  id integer generated always as identity primary key,
  draft_id integer not null references drafts on delete cascade,
  fields jsonb not null,
  saved_at timestamptz(3) not null
);
create index draft_versions_draft on draft_versions (draft_id, id);
create index draft_versions_files on draft_versions using gin ((fields -> 'exampleFiles')) where fields -> 'exampleFiles' <> '[]';

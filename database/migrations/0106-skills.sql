-- A post can be a skill (docs/spec/data.md#skills). `skill` is its front matter and the list of its files, as JSON.
alter table posts add column skill text not null default '';

-- The texts of files, of which each is stored once.
create table skill_contents (
  sha256 text primary key,
  content text not null,
  size integer not null,
  created_at timestamptz not null default now()
);

-- Who has sent a text, and may therefore use it in a skill.
create table skill_uploads (
  user_id integer not null references users (id) on delete cascade,
  sha256 text not null references skill_contents (sha256) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, sha256)
);
create index skill_uploads_sha256 on skill_uploads (sha256);

-- The names of skills. A name stays taken when its post is deleted, so that nobody else can give installed skills an update.
create table skill_names (
  name text primary key,
  post_id integer references posts (id) on delete set null
);
create index skill_names_post_id on skill_names (post_id);

-- A version of a skill as it can be installed. Nothing of it changes, unless it is withdrawn.
create table skill_releases (
  id integer generated always as identity primary key,
  post_id integer not null references posts (id) on delete cascade,
  version integer not null,
  name text not null,
  front_matter jsonb not null,
  -- `SKILL.md` first; each file with `path`, `sha256` and `size`.
  files jsonb not null,
  -- Of what is downloaded: `SKILL.md` or, if there are other files, an archive.
  sha256 text not null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_reason text not null default '',
  unique (post_id, version)
);
-- Finds the releases that use a text.
create index skill_releases_files on skill_releases using gin (files jsonb_path_ops);
create index skill_releases_name on skill_releases (name, version desc);

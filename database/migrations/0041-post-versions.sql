-- The version of a post that `posts` contains. Servers of the version before leave it as it is when they edit; the next
-- edit then adds what they wrote as a version.
alter table posts add column version integer not null default 1;

-- What a post said at each version, from its first edit on. A post that was never edited has no row.
create table post_versions (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  number integer not null check (number > 0),
  -- The member who wrote it; null after the deletion of their account.
  user_id integer references users on delete set null,
  -- The version that it repeats, if it was restored.
  restored_from integer,
  created_at timestamptz(3) not null default now(),
  note text not null default '',
  -- The names of the fields in which it differs from the version before.
  changed text[] not null default '{}',
  -- The fields by name. A field that was added later is absent from older versions.
  fields jsonb not null,
  unique (post_id, number)
);
create index post_versions_user on post_versions (user_id) where user_id is not null;
-- Which versions use a file.
create index post_versions_files on post_versions using gin ((fields -> 'exampleFiles')) where fields -> 'exampleFiles' <> '[]';

-- The version of the post that its author had before them; null where nobody knows, and for votes on comments.
alter table comments add column post_version integer;
alter table votes add column post_version integer;

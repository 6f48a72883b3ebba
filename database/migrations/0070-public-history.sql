-- Versions and suggested edits from before a post became public are its author's alone (docs/spec/privacy.md).
-- The first version that others can read. Posts that were published before this migration keep their history.
alter table posts add column public_version integer not null default 1;
-- When the post last became public; null for a post that has been public since it was created.
alter table posts add column public_since timestamptz(3);

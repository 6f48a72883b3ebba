-- no transaction
-- ID tokens that an external provider issued before this time are rejected, because the account's email has been proved
-- since.
alter table users add column if not exists signed_out_at timestamptz(3);
-- Who wrote the item's note, so that it is deleted with their account; null for a note from before this migration.
alter table collection_items add column if not exists note_by integer references users on delete set null;
drop index concurrently if exists collection_items_note_by;
create index concurrently collection_items_note_by on collection_items (note_by) where note_by is not null;

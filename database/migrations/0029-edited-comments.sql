-- When its author last changed a comment's text; null where it is as it was posted. `updated_at` also moves with a deletion.
alter table comments add column edited_at timestamptz(3);

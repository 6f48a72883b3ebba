-- A post without an author has been deleted: nobody can see it, and what belongs to it is deleted in batches. Servers of the
-- previous version hide it as well, because it is private and every list joins posts with their authors.
alter table posts alter column user_id drop not null;

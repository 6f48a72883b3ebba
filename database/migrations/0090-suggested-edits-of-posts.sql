-- Whether a member has suggested an edit of the post, which spares a query on the pages of all other posts.
alter table posts add column has_suggested_edits boolean not null default false;
update posts set has_suggested_edits = true where id in (select post_id from suggested_edits);

-- An author's own view is no reveal. The triggers of post_reveals correct the counts; a server of the version before may
-- add such rows until it is renewed, which only its statistics show.
delete from post_reveals r using posts p where p.id = r.post_id and p.user_id = r.user_id;

-- no transaction
-- The withdrawn versions with files, which are listed every few seconds, so that readers do not get them.
drop index concurrently if exists post_versions_withdrawn;
create index concurrently post_versions_withdrawn on post_versions (post_id)
  where is_withdrawn and fields -> 'exampleFiles' <> '[]';

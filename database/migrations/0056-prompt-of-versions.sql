-- The version in which the prompt of this version was written, as in `posts.prompt_version`, so that it still has its
-- results after versions before it are deleted. Null in versions that servers of the previous version have stored.
alter table post_versions add column prompt_version integer;
update post_versions v set prompt_version = coalesce((
  select max(w.number) from post_versions w
  where w.post_id = v.post_id and w.number <= v.number and 'prompt' = any(w.changed)), 1);

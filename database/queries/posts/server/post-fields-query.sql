-- src/features/posts/server/post-fields-query.ts

select p.id, p.user_id, p.version, p.revision, p.prompt_version, p.has_results, p.created_at, p.is_private, p.restriction, p.mentions,
    p.title, p.description, p.prompt, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags
  from posts p where p.id = $1 and p.user_id is not null for no key update;

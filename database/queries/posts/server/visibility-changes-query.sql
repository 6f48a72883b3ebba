-- src/features/posts/server/visibility-changes-query.ts

select p.id, p.title, p.type, current_tags(p.tags) as tags, p.mentions, p.user_id, p.is_private, p.restriction is not null as is_restricted, p.score, p.seo_slug,
    coalesce(source.is_private and source.user_id <> p.user_id, false) as has_private_source,
    case when p.is_private then 
  (select case when bool_or(r.user_id is not distinct from p.user_id) then 'own' when count(*) > 0 then 'others' end
    from removed_prompts r where r.hash = sha256(convert_to(regexp_replace(lower(p.prompt), '\s+', ' ', 'g'), 'UTF8'))) end as removed_copy
  from posts p left join posts source on source.id = p.remix_of
  where p.user_id = $1 and p.id = any($2::integer[]) order by p.id;

update posts p set is_private = true, private_id = new.private_id, topic_id = null
  from unnest($1::integer[], $2::text[]) as new(id, private_id)
  where p.id = new.id;

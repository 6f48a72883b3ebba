-- src/features/collections/server/restrictions-query.ts

select c.id, c.link_id, c.user_id as author_id, c.title, left(c.description, $1) as text,
    c.restricted_visibility is not null as is_restricted, coalesce(c.restricted_visibility, c.visibility) as visibility,
    md5(c.title || E'\n' || c.description) as revision
  from collections c where c.id = $2;

select c.id, c.link_id, c.user_id as author_id, c.title, left(c.description, $1) as text,
    c.restricted_visibility is not null as is_restricted, coalesce(c.restricted_visibility, c.visibility) as visibility,
    md5(c.title || E'\n' || c.description) as revision
  from collections c where c.link_id = $2;

update collections set restricted_visibility = visibility, visibility = 'private'
  where id = $1 and restricted_visibility is null;

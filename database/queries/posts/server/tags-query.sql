-- src/features/posts/server/tags-query.ts

select current.name, array(select p.name from tag_redirects p where p.is_pending and p.target = current.name) as pending
  from unnest($1::text[]) with ordinality as t(name, ord) left join tag_redirects r on r.name = t.name
  cross join lateral (select coalesce(r.target, t.name) as name) as current
  order by t.ord;

select name, post_count from tags
  order by post_count desc, name limit $1 offset $2;

select name, post_count from tags where name like $1
  order by post_count desc, name limit $2;

with counted as materialized (
    select tag as name, count(*)::integer as post_count
    from posts cross join unnest(current_tags(tags)) as tag where not is_private and tags <> '{}' group by tag
  ), written as (
    insert into tags (name, post_count) select name, post_count from counted order by name
    on conflict (name) do update set post_count = excluded.post_count where tags.post_count <> excluded.post_count
  )
  delete from tags t where t.created_at < now() - interval '1 hour'
    and not exists (select from counted c where c.name = t.name);

with named as (select coalesce((select target from tag_redirects where name = $1), $2) as name)
  select named.name, coalesce(t.post_count, 0) as post_count from named left join tags t on t.name = named.name
  where t.name is not null
    or (select count(*) from posts p where not p.is_private and p.tags @> array[named.name] and p.tags <> '{}') > 0
    or exists (select from tag_redirects r where r.is_pending and r.target = named.name);

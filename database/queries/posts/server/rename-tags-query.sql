-- src/features/posts/server/rename-tags-query.ts

delete from tag_redirects where name = $1;

delete from tags where name = $1 returning post_count;

insert into tag_redirects (name, target, is_pending) values ($1, $2, true)
  on conflict (name) do update set target = excluded.target, is_pending = true;

insert into tags (name, post_count) values ($1, $2)
  on conflict (name) do update set post_count = tags.post_count + excluded.post_count;

select count(*)::integer as count from posts
  where tags && (array[$1] || array(select name from tag_redirects where is_pending and target = $2));

select from tag_redirects r where r.name = $1 and r.is_pending
  and exists (select from posts where tags @> array[$2]);

select from tag_redirects where name = $1 and is_pending and target <> $2;

select id from posts where tags @> array[$1] and id > $2 order by id limit $3;

select name from tag_redirects where is_pending order by name;

select pg_advisory_xact_lock(hashtextextended(name, 7302251882)) from unnest($1::text[]) name;

select set_config('statement_timeout', '60000', true);

update tag_redirects set is_pending = false where name = $1 and is_pending;

update tag_redirects set target = $1 where target = $2;

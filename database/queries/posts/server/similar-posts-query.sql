-- src/features/posts/server/similar-posts-query.ts

delete from similar_posts where post_id = $1 or similar_id = $2;

insert into similar_posts (post_id, similar_id, similarity)
  select pair.* from unnest($1::integer[], $2::real[]) s(id, similarity)
  cross join lateral (values ($3::integer, s.id, s.similarity), (s.id, $4::integer, s.similarity)) pair
  on conflict do nothing;

select id from posts
  where id in (
    select $1::integer union select unnest($2::integer[])
    union select similar_id from similar_posts where post_id = $3
  ) order by id for key share;

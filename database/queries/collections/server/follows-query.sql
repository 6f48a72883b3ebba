-- src/features/collections/server/follows-query.ts

delete from collection_follows f using collections c
  where f.follower_id = $1 and c.id = f.collection_id and c.link_id = $2;

with followed as (
    select f.collection_id from collection_follows f join collections c on c.id = f.collection_id
    where f.follower_id = $1 and true
  ), added as (
    insert into collection_follows (collection_id, follower_id) select $2, $3
    where (select count(*) from followed) < $4 on conflict do nothing returning collection_id
  )
  select exists (select from added) or exists (select from followed where collection_id = $5) as is_followed;

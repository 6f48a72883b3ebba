-- src/features/collections/server/items-query.ts

delete from collection_items i
    where i.collection_id = $1 and i.post_id = any($2::integer[]) and 
  exists (select from (select i.post_id as id) as item join posts p on p.id = item.id
    where p.user_id is not null and ((not p.is_private or p.user_id = $3 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $4)) 
      or exists (select from collections c where c.id = i.collection_id and c.user_id = $5)));

delete from collection_items where id in (
  select id from collection_items where post_id = any($1::integer[]) limit $2);

select from collections where id in (select collection_id from collection_items where note_by = $1)
  order by id for update;

select i.post_id, i.position, i.note, i.added_at from collection_items i join posts p on p.id = i.post_id
  where true
    and i.collection_id = $1 and i.position > $2 and (not p.is_private or p.user_id = $3 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $4)) 
  order by i.position limit $5;

select i.post_id, i.position, i.note, i.added_at from collection_items i join posts p on p.id = i.post_id
  where true
    and i.collection_id = $1 and i.position > $2 and p.user_id is not null
  order by i.position limit $3;

update collection_items i set note = $1, note_by = $2
    where i.collection_id = $3 and i.post_id = $4 and 
  exists (select from (select i.post_id as id) as item join posts p on p.id = item.id
    where p.user_id is not null and ((not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) 
      or exists (select from collections c where c.id = i.collection_id and c.user_id = $7)));

update collection_items set note = '', note_by = null where note_by = $1;

with items as (select position, post_id from collection_items where collection_id = $1), missing as (
    select id, row_number() over (order by ord) as number
    from unnest($2::integer[]) with ordinality as posts(id, ord)
    where id not in (select post_id from items)
  ), added as (
    insert into collection_items (collection_id, post_id, position)
    select $3, id, number + (select coalesce(max(position), 0) from items) from missing
    where number <= $4 - (select count(*) from items) returning post_id
  )
  select post_id from added
  union all select post_id from items where post_id = any($5::integer[]);

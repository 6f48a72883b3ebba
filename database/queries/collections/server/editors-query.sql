-- src/features/collections/server/editors-query.ts

delete from collection_editors where collection_id = $1 and user_id = $2;

select u.id, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, e.accepted_at is null as is_invited
  from collection_editors e join users u on u.id = e.user_id
  where e.collection_id = $1 order by e.id;

update collection_editors set accepted_at = now()
  where collection_id = $1 and user_id = $2 and accepted_at is null
    and (select count(*) from collection_editors where user_id = $3 and accepted_at is not null) < $4;

with editors as (select user_id from collection_editors where collection_id = $1), added as (
    insert into collection_editors (collection_id, user_id) select $2, $3
    where (select count(*) from editors) < $4 on conflict do nothing returning user_id
  )
  select exists (select from added) or exists (select from editors where user_id = $5) as is_there;

with owned as (
    select id, case user_id when $1 then $2::integer else $3::integer end as other
    from collections where user_id in ($4, $5)
  ), editors as (
    delete from collection_editors e using owned where e.collection_id = owned.id and e.user_id = owned.other
  )
  delete from collection_follows f using owned where f.collection_id = owned.id and f.follower_id = owned.other;

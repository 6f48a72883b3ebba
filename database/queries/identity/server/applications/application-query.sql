-- src/features/identity/server/applications/application-query.ts

delete from application_connections where user_id = $1 and application_id = $2;

delete from applications where id = any(array(
  select id from applications a
  where registration is not null and not is_blocked and created_at < now() - interval '1 day'
    and not exists (select from application_connections c where c.application_id = a.id)
  limit $1));

delete from provider_payloads p using applications a
  where a.id = $1 and p.account_id = $2
    and p.payload::jsonb ->> 'clientId' = a.client_id;

select a.id, a.client_id, a.name, a.host, a.registration is not null as is_registered, a.is_blocked,
    a.created_at, count(c.*)::integer as member_count, max(c.last_used_at) as last_used_at
  from applications a left join application_connections c on c.application_id = a.id
  where $1::integer is null or a.id < $2
  group by a.id order by a.id desc limit $3;

select a.id, a.name, a.host, c.scopes, c.created_at, c.last_used_at
  from application_connections c join applications a on a.id = c.application_id
  where c.user_id = $1 order by c.created_at desc, a.id desc;

update applications set is_blocked = true where id = $1 returning name;

with ended as (delete from application_connections where application_id = $1 returning user_id)
  delete from provider_payloads p using applications a
  where a.id = $2 and p.account_id in (select $3 || user_id from ended)
    and p.payload::jsonb ->> 'clientId' = a.client_id;

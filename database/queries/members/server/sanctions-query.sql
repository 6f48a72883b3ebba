-- src/features/members/server/sanctions-query.ts

select is_muted as is_on, muted_until as ends_at
  from users where id = $1;

update users set is_muted = $1, muted_until = $2 where id = $3;

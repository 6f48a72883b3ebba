-- src/features/members/server/member-counters-query.ts

select 1 from users where id = any($1::integer[]) order by id for no key update;

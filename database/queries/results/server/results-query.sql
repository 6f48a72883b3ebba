-- src/features/results/server/results-query.ts

delete from post_results where id in (
  select id from post_results where post_id = any($1::integer[]) limit $2);

select r.model, count(*) filter (where r.worked)::integer as worked, count(*)::integer as total
  from post_results r join posts p on p.id = r.post_id
  where r.post_id = $1 and r.prompt_version = p.prompt_version group by r.model order by r.model;

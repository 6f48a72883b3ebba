-- src/features/results/server/results-query.ts

select r.model, count(*) filter (where r.worked)::integer as worked, count(*)::integer as total
  from post_results r join posts p on p.id = r.post_id
  where r.post_id = $1 and r.prompt_version = p.prompt_version group by r.model order by r.model;

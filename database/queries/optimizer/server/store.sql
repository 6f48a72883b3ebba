-- src/features/optimizer/server/store.ts

delete from prompt_optimization_logs where id = $1 and user_id = $2;

insert into prompt_optimization_logs
    (user_id, original_prompt, optimized_prompt, prompt_type, models, optimizer_version, refined_from)
  values ($1, $2, $3, $4, $5,
    $6, (select id from prompt_optimization_logs where id = $7))
  returning id;

select id, original_prompt, optimized_prompt, prompt_type as type, models, refined_from, created_at
  from prompt_optimization_logs
  where user_id = $1 and id < $2
  order by id desc limit $3;

with newly_counted as (
      update prompt_optimization_logs set counted = true where user_id = $1 and not counted returning 1
    ), total as (
      select count(*)::integer as increment from newly_counted
    ), updated as (
  update users set optimized = optimized + increment from total
  where users.id = $2 and increment > 0
  returning optimized
    )
    select coalesce((select optimized from updated), (select optimized from users where id = $3), 0) as optimized;

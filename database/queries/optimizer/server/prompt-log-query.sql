-- src/features/optimizer/server/prompt-log-query.ts

select l.id, l.user_id, l.original_prompt, l.optimized_prompt, l.prompt_type, l.models, l.created_at,
    json_build_object('id', u.id, 'username', u.username) as user
  from (
    select l.id as page_id from prompt_optimization_logs l 
    order by l.created_at desc, l.id desc limit $1 offset $2) page
  join prompt_optimization_logs l on l.id = page_id join users u on u.id = l.user_id
  order by l.created_at desc, l.id desc;

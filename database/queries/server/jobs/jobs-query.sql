-- src/server/jobs/jobs-query.ts

delete from jobs.job where id = $1 and state = 'failed' and name not like $2 returning name;

insert into jobs.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, heartbeat_seconds, start_after, keep_until)
  select name, payload::jsonb, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, heartbeat_seconds, now() + $1 * interval '1 second',
    now() + ($2 + retention_seconds) * interval '1 second'
  from jobs.queue, unnest($3::text[]) as payload where name = $4;

select id, name, left(coalesce(output->>'message', output->'value'->>'message', ''), 500) as error, retry_count + 1 as runs,
    completed_on as failed_at
  from jobs.job where state = 'failed' and name not like $1
  order by completed_on desc, id limit $2 offset $3;

select jobs.create_queue($1, $2::text::jsonb);

select q.name, j.* from jobs.queue q, lateral (
    select count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0)::float as oldest_waiting_seconds,
      max(completed_on) filter (where state = 'completed') as last_completed_at
    from jobs.job where name = q.name
  ) j where q.name not like $1 order by q.name;

update jobs.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = null,
    keep_until = now() + interval '14 days'
  where id = $1 and state = 'failed' and name not like $2 returning name;

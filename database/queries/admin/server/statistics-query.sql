-- src/features/admin/server/statistics-query.ts

with days as (
    select generate_series((now() at time zone 'utc')::date - $1::integer,
      (now() at time zone 'utc')::date, interval '1 day')::date as day
  ), since as (
    select (min(day)::timestamp at time zone 'utc') as at from days
  )
  select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(u.total, 0)::integer as sign_ups,
    coalesce(p.total, 0)::integer as posts, coalesce(r.total, 0)::integer as reveals,
    coalesce(o.total, 0)::integer as optimizations
  from days
  left join (select (created_at at time zone 'utc')::date as day, count(*) as total from users
    where created_at >= (select at from since) and google_id not like 'fake\_%' group by 1) u using (day)
  left join (select (created_at at time zone 'utc')::date as day, count(*) as total from posts
    where not is_private and created_at >= (select at from since) group by 1) p using (day)
  left join (select day, sum(total) as total from reveal_days group by day) r using (day)
  left join (select (created_at at time zone 'utc')::date as day, count(*) as total from prompt_optimization_logs
    where created_at >= (select at from since) group by 1) o using (day)
  order by days.day;

with page as (
    select id, total, row_number() over () as ord from (
      select c.id, c.total from reveal_counts c 
      order by c.total desc, c.id desc
      limit $1 offset $2) counts
  )
  select p.id as post_id, p.title, p.description, page.total as total_reveals,
    t.id as topic_id, p.type, p.score, p.seo_slug, p.is_private, p.created_at, t.name as topic_name
  from page join posts p on p.id = page.id and p.user_id is not null left join topics t on t.id = p.topic_id order by page.ord;

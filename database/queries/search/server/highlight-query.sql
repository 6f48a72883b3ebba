-- src/features/search/server/highlight-query.ts

with texts as materialized (
    select id, part, case when clock_timestamp() > statement_timestamp() + $1::double precision * interval '1 millisecond' then input else join_segments(
      ts_headline('public.prompt_search', segment_text(input), $2::tsquery, $3)) end as marked
    from (
      select id, part, input from posts
      cross join lateral (values (1, title), (2, description), (3, left(prompt, $4::integer))) t(part, input)
      where id = any($5::integer[]) order by part
    ) inputs
  )
  select id, min(marked) filter (where part = 1) as title, min(marked) filter (where part = 2) as description,
    min(marked) filter (where part = 3) as prompt
  from texts group by id;

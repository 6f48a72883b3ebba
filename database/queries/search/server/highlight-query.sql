-- src/features/search/server/highlight-query.ts

select case when clock_timestamp() > statement_timestamp() + $1::double precision * interval '1 millisecond' then input else join_segments(
      ts_headline('public.prompt_search', segment_text(input), $2::tsquery, $3)) end as marked
  from unnest($4::text[]) with ordinality as t(input, ord) order by ord;

-- src/features/search/server/highlight-query.ts

with runs as materialized (
    select distinct matched[1] as run
    from posts cross join lateral regexp_matches(
      concat_ws(' ', title, description, left(prompt, $1::integer)), $2, 'g') matched
    where id = any($3::integer[])
  )
  select distinct join_segments(word) as word
  from runs cross join lateral string_to_table(split_text(run), E'') word
  where case when clock_timestamp() > (select statement_timestamp() + $4::double precision * interval '1 millisecond') then false
    else tsvector_to_array(to_tsvector('public.prompt_search', fold_text(word))) && $5::text[] end;

-- src/features/search/server/spelling-suggestions-query.ts

select typed, candidates, posts
  from unnest($1::text[]) typed
  cross join lateral (
    select array_agg(word order by likeness desc, word) as candidates
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') order by likeness desc, word limit $3
    ) nearest
    where (exists (select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word)) or exists (select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word))) and not clock_timestamp() > (select statement_timestamp() + $4::double precision * interval '1 millisecond')
  ) found
  cross join lateral (
    select case when hot = $5::integer then hot else (
  select count(*)::integer from (
    select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $6::double precision * interval '1 millisecond') limit $7
  ) first) end as posts
    from (select (
  select count(*)::integer from (
    select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $8::double precision * interval '1 millisecond') limit $9
  ) first) as hot) counted_hot
  ) counted
  where candidates is not null and numnode(search_query(typed)) > 0;

select typed, candidates, posts
  from unnest($1::text[]) typed
  cross join lateral (
    select array_agg(word order by likeness desc, word) as candidates
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') order by likeness desc, word limit $3
    ) nearest
    where (exists (select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word)) or exists (select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word))) and not clock_timestamp() > (select statement_timestamp() + $4::double precision * interval '1 millisecond')
  ) found
  cross join lateral (
    select case when hot = $5::integer then hot else (
  select count(*)::integer from (
    select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.whole @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $6::double precision * interval '1 millisecond') limit $7
  ) first) end as posts
    from (select (
  select count(*)::integer from (
    select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.whole @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $8::double precision * interval '1 millisecond') limit $9
  ) first) as hot) counted_hot
  ) counted
  where candidates is not null and numnode(search_query(typed)) > 0;

with batch as materialized (
    select word from search_words where word > $1 order by word limit $2
  ), removed as (
    delete from search_words where word in (
      select word from batch where not (exists (select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word)) or exists (select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word))))
  )
  select max(word) as last from batch;

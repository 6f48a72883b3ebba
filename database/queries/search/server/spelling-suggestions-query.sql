-- src/features/search/server/spelling-suggestions-query.ts

with batch as materialized (
    select word from search_words where word > $1 order by word limit $2
  ), removed as (
    delete from search_words where word in (
      select word from batch where not (exists (select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word)) or exists (select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word))))
  )
  select max(word) as last from batch;

with counted as materialized (
    select typed, case when hot = $1::integer then hot else (
  select count(*)::integer from (
    select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') limit $3
  ) first) end as posts
    from unnest($4::text[]) typed
    cross join lateral (select (
  select count(*)::integer from (
    select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $5::double precision * interval '1 millisecond') limit $6
  ) first) as hot) counted_hot
    where numnode(search_query(typed)) > 0
  )
  select typed, candidates, posts
  from counted
  cross join lateral (
    select array_agg(word order by likeness desc, word) as candidates
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') order by likeness desc, word limit $8
    ) nearest
    where (exists (select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word)) or exists (select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word))) and not clock_timestamp() > (select statement_timestamp() + $9::double precision * interval '1 millisecond')
  ) found
  where posts <= $10::integer and candidates is not null;

with counted as materialized (
    select typed, case when hot = $1::integer then hot else (
  select count(*)::integer from (
    select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.whole @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') limit $3
  ) first) end as posts
    from unnest($4::text[]) typed
    cross join lateral (select (
  select count(*)::integer from (
    select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.whole @@ search_query(typed) and not clock_timestamp() > (select statement_timestamp() + $5::double precision * interval '1 millisecond') limit $6
  ) first) as hot) counted_hot
    where numnode(search_query(typed)) > 0
  )
  select typed, candidates, posts
  from counted
  cross join lateral (
    select array_agg(word order by likeness desc, word) as candidates
    from (
      select word, similarity(word, typed) as likeness from search_words
      where word % typed and word <> typed and not clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') order by likeness desc, word limit $8
    ) nearest
    where (exists (select from hot_post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word)) or exists (select from post_search s join posts p on p.id = s.post_id and not p.is_private where s.visible @@ search_query(word))) and not clock_timestamp() > (select statement_timestamp() + $9::double precision * interval '1 millisecond')
  ) found
  where posts <= $10::integer and candidates is not null;

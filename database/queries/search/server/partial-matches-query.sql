-- src/features/search/server/partial-matches-query.ts

with counted as materialized (
      select ord, query::tsquery, words, in_title::tsquery, in_description::tsquery, is_request::boolean, hot,
        coalesce(nullif(cardinality(hot), 0), (
    select count(*) from (
      select from post_search s where s.visible @@ words and not clock_timestamp() > (select statement_timestamp() + $1::double precision * interval '1 millisecond')
      limit 50
    ) counted)) as posts
      from unnest($2::text[], $3::tsquery[], $4::text[],
        $5::text[], $6::text[])
        with ordinality t(query, words, in_title, in_description, is_request, ord)
      cross join lateral (
        select array(
          select s.post_id from hot_post_search s where s.visible @@ words and not clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond')
          limit 2000
        ) as hot
      ) found
    ), parts as materialized (
      select ord, query, words, in_title, in_description, hot,
        ln(1 + total.posts / counted.posts) * case when is_request then $8::double precision else 1 end as weight,
        counted.posts <= $9::integer or counted.posts = min(counted.posts) over () as is_selective,
        counted.posts <= $10::integer as is_rare
      from counted cross join (
  select case when reltuples >= 1000 then reltuples else (select count(*) from hot_post_search) end::double precision as posts
  from pg_class where oid = 'hot_post_search'::regclass) total where counted.posts > 0
    ), candidates as materialized (
      select ord, found.post_id from parts cross join lateral (
        (select post_id from unnest(hot) post_id where words = query limit 1000)
        union all (
    select s.post_id from hot_post_search s
    where words <> query and s.visible @@ words and case when words = query then true else case when clock_timestamp() > (select statement_timestamp() + $11::double precision * interval '1 millisecond') then false else s.visible @@ query end end
    limit 1000)
      ) found where is_selective
      union select ord, found.post_id from parts cross join lateral (
    select s.post_id from post_search s
    where true and s.visible @@ words and case when words = query then true else case when clock_timestamp() > (select statement_timestamp() + $12::double precision * interval '1 millisecond') then false else s.visible @@ query end end
    limit 1000) found where is_rare
    ), weighed as (
      select s.post_id, (
        select sum(weight * case
          when clock_timestamp() > (select statement_timestamp() + $13::double precision * interval '1 millisecond') then 0
          when s.visible @@ query then case when s.visible @@ in_title then 3 when s.visible @@ in_description then 1.5 else 1 end
          when ord = any(ords) then 0.5
          else 0
        end) from parts
      ) as weight
      from (select post_id, array_agg(ord) as ords from candidates group by post_id) chosen
      join post_search s using (post_id) 
      where true and s.post_id not in (select id from posts where user_id is null)
    ), best as (
      select post_id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank
      from weighed where weight > 0 order by rank desc fetch first ($14::integer) rows with ties
    )
    select p.id, rank, p.score, extract(epoch from p.created_at)::double precision as created_at
    from best join posts p on p.id = best.post_id where not p.is_private
    order by rank desc, p.score desc, p.id desc limit $15::integer;

with counted as materialized (
      select ord, query::tsquery, words, in_title::tsquery, in_description::tsquery, is_request::boolean, hot,
        coalesce(nullif(cardinality(hot), 0), (
    select count(*) from (
      select from post_search s where s.whole @@ words and not clock_timestamp() > (select statement_timestamp() + $1::double precision * interval '1 millisecond')
      limit 50
    ) counted)) as posts
      from unnest($2::text[], $3::tsquery[], $4::text[],
        $5::text[], $6::text[])
        with ordinality t(query, words, in_title, in_description, is_request, ord)
      cross join lateral (
        select array(
          select s.post_id from hot_post_search s where s.whole @@ words and not clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond')
          limit 2000
        ) as hot
      ) found
    ), parts as materialized (
      select ord, query, words, in_title, in_description, hot,
        ln(1 + total.posts / counted.posts) * case when is_request then $8::double precision else 1 end as weight,
        counted.posts <= $9::integer or counted.posts = min(counted.posts) over () as is_selective,
        counted.posts <= $10::integer as is_rare
      from counted cross join (
  select case when reltuples >= 1000 then reltuples else (select count(*) from hot_post_search) end::double precision as posts
  from pg_class where oid = 'hot_post_search'::regclass) total where counted.posts > 0
    ), candidates as materialized (
      select ord, found.post_id from parts cross join lateral (
        (select post_id from unnest(hot) post_id where words = query limit 1000)
        union all (
    select s.post_id from hot_post_search s
    where words <> query and s.whole @@ words and case when words = query then true else case when clock_timestamp() > (select statement_timestamp() + $11::double precision * interval '1 millisecond') then false else s.whole @@ query end end
    limit 1000)
      ) found where is_selective
      union select ord, found.post_id from parts cross join lateral (
    select s.post_id from post_search s
    where true and s.whole @@ words and case when words = query then true else case when clock_timestamp() > (select statement_timestamp() + $12::double precision * interval '1 millisecond') then false else s.whole @@ query end end
    limit 1000) found where is_rare
    ), weighed as (
      select s.post_id, (
        select sum(weight * case
          when clock_timestamp() > (select statement_timestamp() + $13::double precision * interval '1 millisecond') then 0
          when s.visible @@ query then case when s.visible @@ in_title then 3 when s.visible @@ in_description then 1.5 else 1 end
          when ord = any(ords) then 0.5
          else 0
        end) from parts
      ) as weight
      from (select post_id, array_agg(ord) as ords from candidates group by post_id) chosen
      join post_search s using (post_id) 
      where true and s.post_id not in (select id from posts where user_id is null)
    ), best as (
      select post_id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank
      from weighed where weight > 0 order by rank desc fetch first ($14::integer) rows with ties
    )
    select p.id, rank, p.score, extract(epoch from p.created_at)::double precision as created_at
    from best join posts p on p.id = best.post_id where not p.is_private
    order by rank desc, p.score desc, p.id desc limit $15::integer;

-- src/features/search/server/partial-matches-query.ts

with counted as materialized (
    select ord, query::tsquery, words::tsquery, in_title::tsquery, in_description::tsquery, is_request::boolean,
      coalesce(nullif((
  select count(*) from (
    select from hot_post_search s where s.visible @@ words and not clock_timestamp() > statement_timestamp() + $1::double precision * interval '1 millisecond' limit 2000
  ) counted), 0), (
  select count(*) from (
    select from post_search s where s.visible @@ words and not clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' limit 50
  ) counted)) as posts
    from unnest($3::text[], $4::tsquery[], $5::text[],
      $6::text[], $7::text[])
      with ordinality t(query, words, in_title, in_description, is_request, ord)
  ), parts as materialized (
    select ord, query, words, in_title, in_description,
      ln(1 + total.posts / counted.posts) * case when is_request then $8::double precision else 1 end as weight,
      counted.posts <= $9::integer or counted.posts = min(counted.posts) over () as is_selective,
      counted.posts <= $10::integer as is_rare
    from counted cross join (select count(*)::double precision as posts from hot_post_search) total where counted.posts > 0
  ), candidates as materialized (
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from hot_post_search s
    where s.visible @@ words and case when words = query then true else case when clock_timestamp() > statement_timestamp() + $11::double precision * interval '1 millisecond' then false else s.visible @@ query end end
    limit 1000
  ) found where "is_selective"
    union 
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from post_search s
    where s.visible @@ words and case when words = query then true else case when clock_timestamp() > statement_timestamp() + $12::double precision * interval '1 millisecond' then false else s.visible @@ query end end
    limit 1000
  ) found where "is_rare"
  ), weighed as (
    select p.id, p.score, p.created_at, sum(weight * case
      when clock_timestamp() > statement_timestamp() + $13::double precision * interval '1 millisecond' then 0
      when s.visible @@ query then case when s.visible @@ in_title then 3 when s.visible @@ in_description then 1.5 else 1 end
      when candidates.ord is not null then 0.5
      else 0
    end) as weight
    from (select distinct post_id from candidates) found
    join posts p on p.id = found.post_id join post_search s on s.post_id = p.id cross join parts
    left join candidates on candidates.post_id = p.id and candidates.ord = parts.ord
    where not p.is_private 
    group by p.id
  )
  select id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank, score,
    extract(epoch from created_at)::double precision as created_at
  from weighed where weight > 0 order by rank desc, score desc, id desc limit 200;

with counted as materialized (
    select ord, query::tsquery, words::tsquery, in_title::tsquery, in_description::tsquery, is_request::boolean,
      coalesce(nullif((
  select count(*) from (
    select from hot_post_search s where s.whole @@ words and not clock_timestamp() > statement_timestamp() + $1::double precision * interval '1 millisecond' limit 2000
  ) counted), 0), (
  select count(*) from (
    select from post_search s where s.whole @@ words and not clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' limit 50
  ) counted)) as posts
    from unnest($3::text[], $4::tsquery[], $5::text[],
      $6::text[], $7::text[])
      with ordinality t(query, words, in_title, in_description, is_request, ord)
  ), parts as materialized (
    select ord, query, words, in_title, in_description,
      ln(1 + total.posts / counted.posts) * case when is_request then $8::double precision else 1 end as weight,
      counted.posts <= $9::integer or counted.posts = min(counted.posts) over () as is_selective,
      counted.posts <= $10::integer as is_rare
    from counted cross join (select count(*)::double precision as posts from hot_post_search) total where counted.posts > 0
  ), candidates as materialized (
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from hot_post_search s
    where s.whole @@ words and case when words = query then true else case when clock_timestamp() > statement_timestamp() + $11::double precision * interval '1 millisecond' then false else s.whole @@ query end end
    limit 1000
  ) found where "is_selective"
    union 
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from post_search s
    where s.whole @@ words and case when words = query then true else case when clock_timestamp() > statement_timestamp() + $12::double precision * interval '1 millisecond' then false else s.whole @@ query end end
    limit 1000
  ) found where "is_rare"
  ), weighed as (
    select p.id, p.score, p.created_at, sum(weight * case
      when clock_timestamp() > statement_timestamp() + $13::double precision * interval '1 millisecond' then 0
      when s.visible @@ query then case when s.visible @@ in_title then 3 when s.visible @@ in_description then 1.5 else 1 end
      when candidates.ord is not null then 0.5
      else 0
    end) as weight
    from (select distinct post_id from candidates) found
    join posts p on p.id = found.post_id join post_search s on s.post_id = p.id cross join parts
    left join candidates on candidates.post_id = p.id and candidates.ord = parts.ord
    where not p.is_private 
    group by p.id
  )
  select id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank, score,
    extract(epoch from created_at)::double precision as created_at
  from weighed where weight > 0 order by rank desc, score desc, id desc limit 200;

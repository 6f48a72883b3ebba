-- src/features/search/server/partial-matches-query.ts

select posts, (select count(*)::integer from hot_post_search) as total
  from unnest($1::text[]) with ordinality t(words, ord)
  cross join lateral (
    select coalesce(
      nullif((select count(*) from (select from hot_post_search s where s.visible @@ words::tsquery and not clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' limit $3) best), 0),
      (select count(*) from (select from post_search s where s.visible @@ words::tsquery and not clock_timestamp() > statement_timestamp() + $4::double precision * interval '1 millisecond' limit $5) others)
    )::integer as posts
  ) counted
  order by ord;

select posts, (select count(*)::integer from hot_post_search) as total
  from unnest($1::text[]) with ordinality t(words, ord)
  cross join lateral (
    select coalesce(
      nullif((select count(*) from (select from hot_post_search s where s.whole @@ words::tsquery and not clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' limit $3) best), 0),
      (select count(*) from (select from post_search s where s.whole @@ words::tsquery and not clock_timestamp() > statement_timestamp() + $4::double precision * interval '1 millisecond' limit $5) others)
    )::integer as posts
  ) counted
  order by ord;

with parts as materialized (
    select ord, query::tsquery, words::tsquery, in_title::tsquery, in_description::tsquery, weight,
      is_selective::boolean, is_rare::boolean
    from unnest($1::text[], $2::text[], $3::text[],
      $4::text[], $5::double precision[], $6::text[],
      $7::text[])
      with ordinality t(query, words, in_title, in_description, weight, is_selective, is_rare, ord)
  ), candidates as materialized (
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from hot_post_search s
    where s.visible @@ words and case when clock_timestamp() > statement_timestamp() + $8::double precision * interval '1 millisecond' then false else s.visible @@ query end limit $9
  ) found where "is_selective"
    union 
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from post_search s
    where s.visible @@ words and case when clock_timestamp() > statement_timestamp() + $10::double precision * interval '1 millisecond' then false else s.visible @@ query end limit $11
  ) found where "is_rare"
  ), weighed as (
    select p.id, p.score, sum(weight * case
      when clock_timestamp() > statement_timestamp() + $12::double precision * interval '1 millisecond' then 0
      when s.visible @@ in_title then 3
      when s.visible @@ in_description then 1.5
      when s.visible @@ query then 1
      when candidates.ord is not null then 0.5
      else 0
    end) as weight
    from (select distinct post_id from candidates) found
    join posts p on p.id = found.post_id join post_search s on s.post_id = p.id cross join parts
    left join candidates on candidates.post_id = p.id and candidates.ord = parts.ord
    where not p.is_private 
    group by p.id
  )
  select id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank, score
  from weighed where weight > 0 order by rank desc, score desc, id desc limit $13;

with parts as materialized (
    select ord, query::tsquery, words::tsquery, in_title::tsquery, in_description::tsquery, weight,
      is_selective::boolean, is_rare::boolean
    from unnest($1::text[], $2::text[], $3::text[],
      $4::text[], $5::double precision[], $6::text[],
      $7::text[])
      with ordinality t(query, words, in_title, in_description, weight, is_selective, is_rare, ord)
  ), candidates as materialized (
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from hot_post_search s
    where s.whole @@ words and case when clock_timestamp() > statement_timestamp() + $8::double precision * interval '1 millisecond' then false else s.whole @@ query end limit $9
  ) found where "is_selective"
    union 
  select ord, found.post_id from parts cross join lateral (
    select s.post_id from post_search s
    where s.whole @@ words and case when clock_timestamp() > statement_timestamp() + $10::double precision * interval '1 millisecond' then false else s.whole @@ query end limit $11
  ) found where "is_rare"
  ), weighed as (
    select p.id, p.score, sum(weight * case
      when clock_timestamp() > statement_timestamp() + $12::double precision * interval '1 millisecond' then 0
      when s.visible @@ in_title then 3
      when s.visible @@ in_description then 1.5
      when s.visible @@ query then 1
      when candidates.ord is not null then 0.5
      else 0
    end) as weight
    from (select distinct post_id from candidates) found
    join posts p on p.id = found.post_id join post_search s on s.post_id = p.id cross join parts
    left join candidates on candidates.post_id = p.id and candidates.ord = parts.ord
    where not p.is_private 
    group by p.id
  )
  select id, least(1000000 * weight / (select sum(weight) from parts), 9000000)::integer as rank, score
  from weighed where weight > 0 order by rank desc, score desc, id desc limit $13;

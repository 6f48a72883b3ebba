-- src/features/search/server/similar-words-query.ts

select (select count(*) from hot_post_search)::integer as total, array_agg(counted.posts order by ord) as counts
  from unnest($1::text[]) with ordinality words(word, ord)
  cross join lateral (
    select count(*)::integer as posts from (
      select from hot_post_search s where s.visible @@ word::tsquery limit 500
    ) found
  ) counted;

select s.post_id, array_agg(lexeme) as lexemes, array_agg((select min(label) from unnest(weights) label)) as parts
  from post_search s cross join lateral unnest(ts_filter(s.visible, '{a,b,d}'))
  where s.post_id = any($1::integer[]) group by s.post_id;

select s.post_id, array_agg(lexeme) as lexemes, array_agg((select min(label) from unnest(weights) label)) as parts
  from post_search s cross join lateral unnest(ts_filter(s.visible, '{a}'))
  where s.post_id = any($1::integer[]) group by s.post_id;

select tsvector_to_array(to_tsvector('public.prompt_search', segment_text($1))) as lexemes;

with found as materialized (
    select found.post_id, sum(weight) as weight
    from unnest($1::text[], $2::double precision[]) w(word, weight)
    cross join lateral (
      (select s.post_id from hot_post_search s 
  where s.visible @@ word::tsquery limit 200) union (select s.post_id from post_search s 
  where s.visible @@ word::tsquery limit 200)
    ) found
    group by found.post_id
  )
  select p.id from found join posts p on p.id = found.post_id
  where not p.is_private and p.user_id is distinct from (select user_id from posts where id = $3::integer)
  order by weight desc, p.id desc limit 20;

with found as materialized (
    select found.post_id, sum(weight) as weight
    from unnest($1::text[], $2::double precision[]) w(word, weight)
    cross join lateral (
      (select s.post_id from hot_post_search s 
  where ts_filter(s.visible, '{a}') @@ word::tsquery limit 200) union (select s.post_id from post_search s 
  where ts_filter(s.visible, '{a}') @@ word::tsquery limit 200)
    ) found
    group by found.post_id
  )
  select p.id from found join posts p on p.id = found.post_id
  where not p.is_private and p.user_id is distinct from (select user_id from posts where id = $3::integer)
  order by weight desc, p.id desc limit 20;

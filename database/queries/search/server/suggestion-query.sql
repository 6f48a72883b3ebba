-- src/features/search/server/suggestion-query.ts

select p.id, p.title, p.type, p.seo_slug, t.name as topic_name
  from unnest($1::integer[]) with ordinality ids(id, ord) join posts p on p.id = ids.id left join topics t on t.id = p.topic_id
  where not p.is_private  order by ord;

select set_config('statement_timeout', $1, true),
  set_config('pg_trgm.similarity_threshold', $2, true);

select word from search_words where word like $1 order by length(word), word limit $2;

with matches as materialized (select post_id from hot_post_search s where
  ts_filter(s.visible, '{a}') @@ $1::tsquery and not clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond')), best as (
      select p.id, p.title, p.type, p.seo_slug, p.topic_id, p.score
      from matches join posts p on p.id = matches.post_id
      where not p.is_private   order by p.score desc, p.id desc limit $3
    )
    select p.id, p.title, p.type, p.seo_slug, t.name as topic_name
    from best p left join topics t on t.id = p.topic_id order by p.score desc, p.id desc;

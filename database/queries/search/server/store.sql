-- src/features/search/server/store.ts

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.visible @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.visible @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.visible @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($9)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $10::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by rank desc, score desc, id desc) as position
      from (select * from ranked order by rank desc fetch first ($11::integer) rows with ties) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $12
      or position > $13::integer and position <= $14::integer + $15::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.visible @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.visible @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.visible @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($9)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $10::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by score desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $11
      or position > $12::integer and position <= $13::integer + $14::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.visible @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.visible @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.visible @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      case when visible @@ $9::tsquery then 500000 else 0 end
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($10)))) then 3000000
    when visible @@ $11::tsquery then 2000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $12::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by rank desc, score desc, id desc) as position
      from (select * from ranked order by rank desc fetch first ($13::integer) rows with ties) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $14
      or position > $15::integer and position <= $16::integer + $17::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.visible @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.visible @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.visible @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      case when visible @@ $9::tsquery then 500000 else 0 end
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($10)))) then 3000000
    when visible @@ $11::tsquery then 2000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $12::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by score desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $13
      or position > $14::integer and position <= $15::integer + $16::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.visible @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.visible @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.visible @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    , newest as (
  select p.id, s.visible
  from (
    select id from posts p where not p.is_private  
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= 800 then 5000 else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where s.visible @@ $6::tsquery
     and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit 800),
    ranked as materialized (
      select id, 
  $7 + case when clock_timestamp() > (select statement_timestamp() + $8::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $9::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($10)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $11::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
        union all select * from newest
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by created_at desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $12
      or position > $13::integer and position <= $14::integer + $15::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.visible @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.visible @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.visible @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    , newest as (
  select p.id, s.visible
  from (
    select id from posts p where not p.is_private  
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= 800 then 5000 else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where s.visible @@ $6::tsquery
     and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit 800),
    ranked as materialized (
      select id, 
  $7 + case when clock_timestamp() > (select statement_timestamp() + $8::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $9::tsquery then
      case when visible @@ $10::tsquery then 500000 else 0 end
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($11)))) then 3000000
    when visible @@ $12::tsquery then 2000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $13::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
        union all select * from newest
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by created_at desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $14
      or position > $15::integer and position <= $16::integer + $17::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.whole @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.whole @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.whole @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($9)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $10::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by rank desc, score desc, id desc) as position
      from (select * from ranked order by rank desc fetch first ($11::integer) rows with ties) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $12
      or position > $13::integer and position <= $14::integer + $15::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.whole @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.whole @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.whole @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($9)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $10::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by score desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $11
      or position > $12::integer and position <= $13::integer + $14::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.whole @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.whole @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.whole @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      case when visible @@ $9::tsquery then 500000 else 0 end
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($10)))) then 3000000
    when visible @@ $11::tsquery then 2000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $12::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by rank desc, score desc, id desc) as position
      from (select * from ranked order by rank desc fetch first ($13::integer) rows with ties) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $14
      or position > $15::integer and position <= $16::integer + $17::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.whole @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.whole @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.whole @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $6 + case when clock_timestamp() > (select statement_timestamp() + $7::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $8::tsquery then
      case when visible @@ $9::tsquery then 500000 else 0 end
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($10)))) then 3000000
    when visible @@ $11::tsquery then 2000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $12::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by score desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $13
      or position > $14::integer and position <= $15::integer + $16::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.whole @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.whole @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.whole @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    , newest as (
  select p.id, s.visible
  from (
    select id from posts p where not p.is_private  
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= 800 then 5000 else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where s.whole @@ $6::tsquery
     and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit 800),
    ranked as materialized (
      select id, 
  $7 + case when clock_timestamp() > (select statement_timestamp() + $8::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $9::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($10)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $11::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
        union all select * from newest
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by created_at desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $12
      or position > $13::integer and position <= $14::integer + $15::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s 
      where s.whole @@ $1::tsquery
     and s.post_id not in (select id from posts where user_id is null) limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $2::tsquery
     limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s 
  where s.whole @@ $3::tsquery
     and s.post_id not in (select id from posts where user_id is null) and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s 
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($4))))
    and s.whole @@ $5::tsquery
     and s.post_id not in (select id from posts where user_id is null)
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    , newest as (
  select p.id, s.visible
  from (
    select id from posts p where not p.is_private  
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= 800 then 5000 else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where s.whole @@ $6::tsquery
     and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit 800),
    ranked as materialized (
      select id, 
  $7 + case when clock_timestamp() > (select statement_timestamp() + $8::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $9::tsquery then
      case when visible @@ $10::tsquery then 500000 else 0 end
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($11)))) then 3000000
    when visible @@ $12::tsquery then 2000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $13::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
        union all select * from newest
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by created_at desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $14
      or position > $15::integer and position <= $16::integer + $17::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s join posts p on p.id = s.post_id
      where s.visible @@ $1::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') then false else s.visible @@ $3::tsquery end and not p.is_private  and p.type = $4 and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8 
     limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  and p.type = $9 and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13 
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $14::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $15::double precision * interval '1 millisecond') then false else s.visible @@ $16::tsquery end limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where s.visible @@ $17::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $18::double precision * interval '1 millisecond') then false else s.visible @@ $19::tsquery end and not p.is_private  and p.type = $20 and p.models && $21::text[] and p.tags @> $22::text[] and p.tags <> '{}' and p.topic_id = $23 and p.user_id = $24 
     and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($25))))
    and s.visible @@ $26::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $27::double precision * interval '1 millisecond') then false else s.visible @@ $28::tsquery end and not p.is_private  and p.type = $29 and p.models && $30::text[] and p.tags @> $31::text[] and p.tags <> '{}' and p.topic_id = $32 and p.user_id = $33 
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $34 + case when clock_timestamp() > (select statement_timestamp() + $35::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $36::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($37)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $38::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by rank desc, score desc, id desc) as position
      from (select * from ranked order by rank desc fetch first ($39::integer) rows with ties) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $40
      or position > $41::integer and position <= $42::integer + $43::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s join posts p on p.id = s.post_id
      where s.visible @@ $1::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') then false else s.visible @@ $3::tsquery end and not p.is_private  and p.type = $4 and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8 
     limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  and p.type = $9 and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13 
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $14::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $15::double precision * interval '1 millisecond') then false else s.visible @@ $16::tsquery end limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where s.visible @@ $17::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $18::double precision * interval '1 millisecond') then false else s.visible @@ $19::tsquery end and not p.is_private  and p.type = $20 and p.models && $21::text[] and p.tags @> $22::text[] and p.tags <> '{}' and p.topic_id = $23 and p.user_id = $24 
     and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($25))))
    and s.visible @@ $26::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $27::double precision * interval '1 millisecond') then false else s.visible @@ $28::tsquery end and not p.is_private  and p.type = $29 and p.models && $30::text[] and p.tags @> $31::text[] and p.tags <> '{}' and p.topic_id = $32 and p.user_id = $33 
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $34 + case when clock_timestamp() > (select statement_timestamp() + $35::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $36::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($37)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $38::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by score desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $39
      or position > $40::integer and position <= $41::integer + $42::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s join posts p on p.id = s.post_id
      where s.visible @@ $1::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') then false else s.visible @@ $3::tsquery end and not p.is_private  and p.type = $4 and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8 
     limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  and p.type = $9 and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13 
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.visible @@ $14::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $15::double precision * interval '1 millisecond') then false else s.visible @@ $16::tsquery end limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where s.visible @@ $17::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $18::double precision * interval '1 millisecond') then false else s.visible @@ $19::tsquery end and not p.is_private  and p.type = $20 and p.models && $21::text[] and p.tags @> $22::text[] and p.tags <> '{}' and p.topic_id = $23 and p.user_id = $24 
     and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($25))))
    and s.visible @@ $26::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $27::double precision * interval '1 millisecond') then false else s.visible @@ $28::tsquery end and not p.is_private  and p.type = $29 and p.models && $30::text[] and p.tags @> $31::text[] and p.tags <> '{}' and p.topic_id = $32 and p.user_id = $33 
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    , newest as (
  select p.id, s.visible
  from (
    select id from posts p where not p.is_private  and p.type = $34 and p.models && $35::text[] and p.tags @> $36::text[] and p.tags <> '{}' and p.topic_id = $37 and p.user_id = $38 
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= 800 then 5000 else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where s.visible @@ $39::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $40::double precision * interval '1 millisecond') then false else s.visible @@ $41::tsquery end and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit 800),
    ranked as materialized (
      select id, 
  $42 + case when clock_timestamp() > (select statement_timestamp() + $43::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $44::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($45)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $46::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
        union all select * from newest
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by created_at desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $47
      or position > $48::integer and position <= $49::integer + $50::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s join posts p on p.id = s.post_id
      where s.whole @@ $1::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') then false else s.whole @@ $3::tsquery end and not p.is_private  and p.type = $4 and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8 
     limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  and p.type = $9 and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13 
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $14::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $15::double precision * interval '1 millisecond') then false else s.whole @@ $16::tsquery end limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where s.whole @@ $17::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $18::double precision * interval '1 millisecond') then false else s.whole @@ $19::tsquery end and not p.is_private  and p.type = $20 and p.models && $21::text[] and p.tags @> $22::text[] and p.tags <> '{}' and p.topic_id = $23 and p.user_id = $24 
     and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($25))))
    and s.whole @@ $26::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $27::double precision * interval '1 millisecond') then false else s.whole @@ $28::tsquery end and not p.is_private  and p.type = $29 and p.models && $30::text[] and p.tags @> $31::text[] and p.tags <> '{}' and p.topic_id = $32 and p.user_id = $33 
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $34 + case when clock_timestamp() > (select statement_timestamp() + $35::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $36::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($37)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $38::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by rank desc, score desc, id desc) as position
      from (select * from ranked order by rank desc fetch first ($39::integer) rows with ties) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $40
      or position > $41::integer and position <= $42::integer + $43::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s join posts p on p.id = s.post_id
      where s.whole @@ $1::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') then false else s.whole @@ $3::tsquery end and not p.is_private  and p.type = $4 and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8 
     limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  and p.type = $9 and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13 
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $14::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $15::double precision * interval '1 millisecond') then false else s.whole @@ $16::tsquery end limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where s.whole @@ $17::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $18::double precision * interval '1 millisecond') then false else s.whole @@ $19::tsquery end and not p.is_private  and p.type = $20 and p.models && $21::text[] and p.tags @> $22::text[] and p.tags <> '{}' and p.topic_id = $23 and p.user_id = $24 
     and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($25))))
    and s.whole @@ $26::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $27::double precision * interval '1 millisecond') then false else s.whole @@ $28::tsquery end and not p.is_private  and p.type = $29 and p.models && $30::text[] and p.tags @> $31::text[] and p.tags <> '{}' and p.topic_id = $32 and p.user_id = $33 
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    ,
    ranked as materialized (
      select id, 
  $34 + case when clock_timestamp() > (select statement_timestamp() + $35::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $36::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($37)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $38::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by score desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $39
      or position > $40::integer and position <= $41::integer + $42::integer
    order by position;

with
    matching as materialized (
      select s.post_id as id, s.visible from hot_post_search s join posts p on p.id = s.post_id
      where s.whole @@ $1::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $2::double precision * interval '1 millisecond') then false else s.whole @@ $3::tsquery end and not p.is_private  and p.type = $4 and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8 
     limit 4000
    ), hot as materialized (
      select id, visible from matching where not (select count(*) from matching) >= 4000
      union all (
        select p.id, s.visible from (
          select id from posts p where (select count(*) from matching) >= 4000 and not p.is_private  and p.type = $9 and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13 
          order by score desc, created_at desc, id desc offset 0
        ) p cross join lateral (select visible, whole from hot_post_search where post_id = p.id offset 0) s
        where s.whole @@ $14::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $15::double precision * interval '1 millisecond') then false else s.whole @@ $16::tsquery end limit 800
      )
    )
    , others as materialized (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where s.whole @@ $17::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $18::double precision * interval '1 millisecond') then false else s.whole @@ $19::tsquery end and not p.is_private  and p.type = $20 and p.models && $21::text[] and p.tags @> $22::text[] and p.tags <> '{}' and p.topic_id = $23 and p.user_id = $24 
     and s.post_id not in (select id from hot)
  limit case when (select count(*) from hot) < 800 then 800 else 0 end), titled as (
  select s.post_id as id, s.visible
  from post_search s join posts p on p.id = s.post_id
  where title_hash(ts_filter(s.visible, '{a}')) = title_hash((select to_tsvector('public.prompt_search', segment_text($25))))
    and s.whole @@ $26::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $27::double precision * interval '1 millisecond') then false else s.whole @@ $28::tsquery end and not p.is_private  and p.type = $29 and p.models && $30::text[] and p.tags @> $31::text[] and p.tags <> '{}' and p.topic_id = $32 and p.user_id = $33 
    and s.post_id not in (select id from hot union all select id from others)
  limit 100)
    , newest as (
  select p.id, s.visible
  from (
    select id from posts p where not p.is_private  and p.type = $34 and p.models && $35::text[] and p.tags @> $36::text[] and p.tags <> '{}' and p.topic_id = $37 and p.user_id = $38 
    order by created_at desc, id desc
    limit case when (select count(*) from hot) + (select count(*) from others) >= 800 then 5000 else 0 end
  ) p cross join lateral (select visible, whole from post_search where post_id = p.id offset 0) s
  where s.whole @@ $39::tsquery
    and case when clock_timestamp() > (select statement_timestamp() + $40::double precision * interval '1 millisecond') then false else s.whole @@ $41::tsquery end and p.id not in (select id from hot union all select id from others union all select id from titled)
  limit 800),
    ranked as materialized (
      select id, 
  $42 + case when clock_timestamp() > (select statement_timestamp() + $43::double precision * interval '1 millisecond') then 0 else 
  case
    when not visible @@ $44::tsquery then
      0
    when length(ts_filter(visible, '{a}')) = length((select to_tsvector('public.prompt_search', segment_text($45)))) then 3000000
    else 1000000
  end
    + round(1000000 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $46::tsquery, 33))::integer end as rank
      from (
        select * from hot union all select * from others union all select * from titled
        union all select * from newest
      ) found
    ), numbered as (
      select id, rank, p.score, p.created_at, row_number() over (order by created_at desc, id desc) as position
      from (select * from ranked) best join posts p using (id) where not p.is_private
    ), total as (select count(*)::integer as count from ranked)
    select count, id, rank, score, extract(epoch from created_at)::double precision as created_at
    from total left join numbered on count < $47
      or position > $48::integer and position <= $49::integer + $50::integer
    order by position;

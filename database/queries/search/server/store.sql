-- src/features/search/server/store.ts

select id from posts where id = any($1::integer[]) order by created_at desc, id desc;

select id,
  $1 + case when clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $3::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($4))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $5::tsquery, 33)))::integer end as rank, score from (
    select p.id, p.score, s.visible
    from hot_post_search s join posts p on p.id = s.post_id
    where s.visible @@ $6::tsquery
     and not p.is_private 
    order by p.score desc, p.id desc limit $7
  ) found;

select id,
  $1 + case when clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $3::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($4))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $5::tsquery, 33)))::integer end as rank, score from (
    select p.id, p.score, s.visible
    from hot_post_search s join posts p on p.id = s.post_id
    where s.visible @@ $6::tsquery
    and case when clock_timestamp() > statement_timestamp() + $7::double precision * interval '1 millisecond' then false else s.visible @@ $8::tsquery end and not p.is_private  and p.type = $9 and true  and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13
    order by p.score desc, p.id desc limit $14
  ) found;

select id,
  $1 + case when clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $3::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($4))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $5::tsquery, 33)))::integer end as rank, score from (
    select p.id, p.score, s.visible
    from hot_post_search s join posts p on p.id = s.post_id
    where s.whole @@ $6::tsquery
     and not p.is_private 
    order by p.score desc, p.id desc limit $7
  ) found;

select id,
  $1 + case when clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $3::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($4))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $5::tsquery, 33)))::integer end as rank, score from (
    select p.id, p.score, s.visible
    from hot_post_search s join posts p on p.id = s.post_id
    where s.whole @@ $6::tsquery
    and case when clock_timestamp() > statement_timestamp() + $7::double precision * interval '1 millisecond' then false else s.whole @@ $8::tsquery end and not p.is_private  and p.type = $9 and true  and p.models && $10::text[] and p.tags @> $11::text[] and p.tags <> '{}' and p.topic_id = $12 and p.user_id = $13
    order by p.score desc, p.id desc limit $14
  ) found;

with others as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where s.visible @@ $1::tsquery
     and not p.is_private 
    limit $2
  ), titled as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where title_hash(ts_filter(s.visible, '{a}')) = title_hash(to_tsvector('public.prompt_search', segment_text($3)))
      and s.visible @@ $4::tsquery
     and not p.is_private 
    limit $5
  )
  select id, 
  $6 + case when clock_timestamp() > statement_timestamp() + $7::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $8::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($9))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $10::tsquery, 33)))::integer end as rank, score from (select * from others union all select * from titled) found;

with others as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where s.visible @@ $1::tsquery
    and case when clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' then false else s.visible @@ $3::tsquery end and not p.is_private  and p.type = $4 and true  and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8
    limit $9
  ), titled as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where title_hash(ts_filter(s.visible, '{a}')) = title_hash(to_tsvector('public.prompt_search', segment_text($10)))
      and s.visible @@ $11::tsquery
    and case when clock_timestamp() > statement_timestamp() + $12::double precision * interval '1 millisecond' then false else s.visible @@ $13::tsquery end and not p.is_private  and p.type = $14 and true  and p.models && $15::text[] and p.tags @> $16::text[] and p.tags <> '{}' and p.topic_id = $17 and p.user_id = $18
    limit $19
  )
  select id, 
  $20 + case when clock_timestamp() > statement_timestamp() + $21::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $22::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($23))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $24::tsquery, 33)))::integer end as rank, score from (select * from others union all select * from titled) found;

with others as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where s.whole @@ $1::tsquery
     and not p.is_private 
    limit $2
  ), titled as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where title_hash(ts_filter(s.visible, '{a}')) = title_hash(to_tsvector('public.prompt_search', segment_text($3)))
      and s.whole @@ $4::tsquery
     and not p.is_private 
    limit $5
  )
  select id, 
  $6 + case when clock_timestamp() > statement_timestamp() + $7::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $8::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($9))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $10::tsquery, 33)))::integer end as rank, score from (select * from others union all select * from titled) found;

with others as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where s.whole @@ $1::tsquery
    and case when clock_timestamp() > statement_timestamp() + $2::double precision * interval '1 millisecond' then false else s.whole @@ $3::tsquery end and not p.is_private  and p.type = $4 and true  and p.models && $5::text[] and p.tags @> $6::text[] and p.tags <> '{}' and p.topic_id = $7 and p.user_id = $8
    limit $9
  ), titled as (
    select p.id, p.score, s.visible
    from post_search s join posts p on p.id = s.post_id
    where title_hash(ts_filter(s.visible, '{a}')) = title_hash(to_tsvector('public.prompt_search', segment_text($10)))
      and s.whole @@ $11::tsquery
    and case when clock_timestamp() > statement_timestamp() + $12::double precision * interval '1 millisecond' then false else s.whole @@ $13::tsquery end and not p.is_private  and p.type = $14 and true  and p.models && $15::text[] and p.tags @> $16::text[] and p.tags <> '{}' and p.topic_id = $17 and p.user_id = $18
    limit $19
  )
  select id, 
  $20 + case when clock_timestamp() > statement_timestamp() + $21::double precision * interval '1 millisecond' then 0 else (1000000 * 
  case
    when not ts_filter(visible, '{a}') @@ $22::tsquery then 0
    when length(ts_filter(visible, '{a}')) = length(to_tsvector('public.prompt_search', segment_text($23))) then 2
    else 1
  end
    + round(1e6 * ts_rank('{0.05, 0.2, 0.4, 1}', visible, $24::tsquery, 33)))::integer end as rank, score from (select * from others union all select * from titled) found;

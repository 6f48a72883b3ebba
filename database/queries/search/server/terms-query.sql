-- src/features/search/server/terms-query.ts

select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', $1, true),
  set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '16MB', true),
  set_config('statement_timeout', $2, true),
  set_config('pg_trgm.similarity_threshold', '0.2', true);

select t.query, t.lexemes, to_jsonb(own) as own, to_jsonb(pair) as pair
  from (
    select ord, search_query(term)::text as query, lexemes, lead(lexemes) over (order by ord) as next_lexemes
    from unnest($1::text[]) with ordinality t(term, ord)
    cross join lateral (
      select tsvector_to_array(to_tsvector('public.prompt_search', segment_text(term))) as lexemes
    ) parsed
  ) t
  left join search_synonyms own on own.key = synonym_key(t.lexemes)
  left join search_synonyms pair on pair.key = synonym_key(t.lexemes || t.next_lexemes)
  order by ord;

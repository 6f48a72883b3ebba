-- src/features/search/server/terms-query.ts

select search_query(term)::text as query,
    tsvector_to_array(to_tsvector('public.prompt_search', segment_text(term))) as lexemes
  from unnest($1::text[]) with ordinality t(term, ord) order by ord;

select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', $1, true),
  set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
  set_config('statement_timeout', $2, true),
  set_config('pg_trgm.similarity_threshold', '0.2', true);

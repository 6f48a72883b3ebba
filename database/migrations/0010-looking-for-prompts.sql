-- Admins look for optimizations by any part of the prompt.
create index prompt_optimization_logs_text on prompt_optimization_logs using gin (lower(original_prompt) gin_trgm_ops);

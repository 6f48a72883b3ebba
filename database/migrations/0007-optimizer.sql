-- What made a result ('built-in-1', 'service-1': the version of the rules or of the instruction), what it refines, and
-- whether it is in users.optimized already. Rows are written when an optimization has finished, never before.
alter table prompt_optimization_logs
  add column made_by text not null default '',
  add column refined_from integer references prompt_optimization_logs on delete set null,
  add column counted boolean not null default false;
create index prompt_optimization_logs_uncounted on prompt_optimization_logs (user_id) where not counted;
create index prompt_optimization_logs_refined_from on prompt_optimization_logs (refined_from)
  where refined_from is not null;

-- Renames two columns to the field's words. Servers of the previous version may run until all of them have been renewed, so
-- the columns of the old names remain, and triggers keep both alike; a later migration may drop these.
alter table media_files add column claimed_at timestamptz(3);
update media_files set claimed_at = taken_up_at where taken_up_at is not null;

create function copy_claimed_at() returns trigger language plpgsql as $$
begin
  if new.taken_up_at is distinct from (case when tg_op = 'UPDATE' then old.taken_up_at end) then
    new.claimed_at := new.taken_up_at;
  else
    new.taken_up_at := new.claimed_at;
  end if;
  return new;
end
$$;
create trigger copy_claimed_at before insert or update of claimed_at, taken_up_at on media_files
  for each row execute function copy_claimed_at();

-- Only inserts write this column.
alter table prompt_optimization_logs add column optimizer_version text not null default '';
update prompt_optimization_logs set optimizer_version = made_by where made_by <> '';

create function copy_optimizer_version() returns trigger language plpgsql as $$
begin
  if new.made_by <> '' then
    new.optimizer_version := new.made_by;
  else
    new.made_by := new.optimizer_version;
  end if;
  return new;
end
$$;
create trigger copy_optimizer_version before insert on prompt_optimization_logs
  for each row execute function copy_optimizer_version();

-- Posts are given the new name of a renamed tag in batches. Until all have it (`is_pending`), readers replace the old one.
alter table tag_redirects add column if not exists is_pending boolean not null default false;
create index if not exists tag_redirects_pending on tag_redirects (name) where is_pending;

-- The tags of a post with the names that they have now. PostgreSQL inlines the function, and checks only once in a
-- statement whether any renaming is pending.
create or replace function current_tags(tags text[]) returns text[] language sql stable as $$
  select case
    when tags = '{}' or not exists (select from tag_redirects where is_pending) then tags
    else (
      select array_agg(name order by first) from (
        select coalesce(r.target, t.name) as name, min(ord) as first
        from unnest(tags) with ordinality as t(name, ord) left join tag_redirects r on r.name = t.name and r.is_pending
        group by 1) as merged)
  end
$$;

-- src/features/topics/server/topics-query.ts

delete from topics where id = $1;

insert into topics (name, slug, description) values ($1, $2, $3)
  on conflict (slug) do nothing returning id, name, description, is_hot, post_count, revision;

select id, name from topics where id = any($1::integer[]) order by name;

select id, name, description, is_hot, post_count, revision from topics where id = $1 for update;

select id, name, is_hot from topics order by lower(name), id;

select name from topics where slug = $1;

update topics set is_hot = $1 where id = $2;

update topics set name = $1, slug = $2, description = $3, revision = revision + 1
  where id = $4 and not exists (select from topics other where other.slug = $5 and other.id <> $6)
  returning id, name, description, is_hot, post_count, revision;

-- src/features/skills/server/releases-query.ts

insert into skill_contents (sha256, content, size)
  select distinct on (1) * from unnest($1::text[], $2::text[], $3::integer[])
  on conflict (sha256) do nothing;

insert into skill_names (name, post_id) values ($1, $2) on conflict (name) do nothing;

insert into skill_releases (post_id, version, name, front_matter, files, sha256)
  values ($1, $2, $3, $4::text::jsonb,
    $5::text::jsonb, $6)
  on conflict (post_id, version) do nothing;

insert into skill_uploads (user_id, sha256) select $1::integer, unnest($2::text[])
  on conflict (user_id, sha256) do update set created_at = now();

select from skill_releases where post_id = $1 and version = $2 and withdrawn_at is null;

select name, post_id from skill_names where name = any($1::text[]);

select p.id, p.version, p.description, p.license, p.prompt, p.skill, p.source_url from posts p
  where p.id = any($1::integer[]) and p.form = 'skill' and not exists (
    select from skill_releases r where r.post_id = p.id and r.version = p.version)
  order by p.id;

select sha256, content from skill_contents where sha256 = any($1::text[]);

update skill_releases set files = '[]', front_matter = jsonb_build_object('name', name, 'description', ''),
    withdrawn_at = coalesce(withdrawn_at, now()),
    withdrawn_reason = case when withdrawn_reason = '' then $1 else withdrawn_reason end
  where post_id = $2 and version = $3;

update skill_releases set withdrawn_at = now(), withdrawn_reason = $1
  where post_id = $2 and version = $3 and withdrawn_at is null returning name;

-- src/features/skills/server/store.ts

delete from skill_contents c
  where c.created_at < now() - interval '1 day'
    and not exists (select from skill_uploads u where u.sha256 = c.sha256)
    and not exists (
      select from skill_releases r where r.files @> jsonb_build_array(jsonb_build_object('sha256', c.sha256)));

delete from skill_uploads u where u.created_at < now() - interval '30 days' and not exists (
  select from drafts d where d.user_id = u.user_id and strpos(d.fields ->> 'skill', u.sha256) > 0);

select
  r.post_id, r.version, r.name, r.front_matter, r.files, r.sha256, r.created_at, r.withdrawn_at, r.withdrawn_reason from skill_releases r join posts p on p.id = r.post_id
  where r.post_id = $1 and p.form = 'skill' and r.version >= (case when p.user_id = $2::integer then 1 when p.is_private then p.version else p.public_version end)
  order by r.version desc limit 100;

select
  r.post_id, r.version, r.name, r.front_matter, r.files, r.sha256, r.created_at, r.withdrawn_at, r.withdrawn_reason, u.username as author
    from (select distinct post_id from skill_releases) released join posts p on p.id = released.post_id
    join users u on u.id = p.user_id
    cross join lateral (
      select * from skill_releases newest
      where newest.post_id = p.id and newest.withdrawn_at is null and newest.version >= p.public_version
      order by newest.version desc limit 1) r
    where (p.form = 'skill' and not p.is_private and p.user_id is not null)
      and p.id > $1
    order by p.id limit $2;

-- src/features/moderation/server/legal-notice-query.ts

delete from reports where id in (
  select id from reports where case_id is null and created_at < now() - $1::integer * interval '1 day' limit $2);

select pg_advisory_xact_lock(hashtextextended('legal notice ' || lower(regexp_replace($1::text, '[+][^@]*@', '@')), 0));

select r.id as report_id, r.subject_kind as kind, r.subject_id as id, r.subject_version as version, r.confirmed_at is not null as is_confirmed,
      (
  select t.title from moderated_texts t
  where (t.subject_kind, t.subject_id, t.subject_version, t.revision) = (r.subject_kind, r.subject_id, r.subject_version, r.revision)) as title
    from reports r
    where r.confirm_hash = $1 and (r.confirmed_at is not null or r.created_at > now() - $2::integer * interval '1 day')
    for update of r;

select r.id from reports r left join moderation_cases c on c.id = r.case_id
  where r.is_legal and lower(r.email) = lower($1) and r.email <> ''
    and (r.subject_kind, r.subject_id, r.subject_version) = ($2::text, $3::integer, $4::integer)
    and (r.case_id is null or c.is_open)
  limit 1;

update reports set case_id = $1, confirmed_at = now() where id = $2;

update reports set name = '', email = '' where id in (
  select r.id from reports r join moderation_cases c on c.id = r.case_id
  where r.is_legal and r.email <> '' and not c.is_open and not exists (
    select from moderation_decisions d
    where d.case_id = c.id and greatest(d.created_at, d.reversed_at) > now() - $1::integer * interval '1 day')
  limit $2);

with stored_text as (
  insert into moderated_texts as m (subject_kind, subject_id, subject_version, revision, author_id, title, text, is_for_admins)
  values ($1, $2, $3, $4, $5, $6, $7, false)
  on conflict (subject_kind, subject_id, subject_version, revision) do update
    set is_for_admins = m.is_for_admins and excluded.is_for_admins, text = excluded.text
    where m.is_for_admins and not excluded.is_for_admins or length(m.text) < length(excluded.text))
    insert into reports (case_id, subject_kind, subject_id, subject_version, reason, words, is_legal, name, email, url, revision)
    values ($8, $9, $10, $11, $12, $13, true,
      $14, $15, $16, $17)
    returning id;

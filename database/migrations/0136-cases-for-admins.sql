-- Only admins see cases that an admin has opened about what only some people can read, because nobody has reported it. Nor
-- do moderators read what it said when such a case was decided.
alter table moderation_cases add column is_for_admins boolean not null default false;
alter table moderated_texts add column is_for_admins boolean not null default false;

update moderation_cases c set is_for_admins = true
where c.source = 'staff' and not c.is_open and not exists (select from reports r where r.case_id = c.id)
  and exists (select from moderation_decisions d where d.case_id = c.id and d.moderator_role = 'admin')
  and (
    exists (
      select from collections l
      where c.subject_kind = 'collection' and l.id = c.subject_id and coalesce(l.restricted_visibility, l.visibility) <> 'public')
    or exists (
      select from posts p where p.id = c.post_id and p.is_private and (p.restriction is null or p.restricted_as_private)));
update moderated_texts t set is_for_admins = true
where exists (
    select from moderation_cases c
    where c.is_for_admins
      and (c.subject_kind, c.subject_id, c.subject_version) = (t.subject_kind, t.subject_id, t.subject_version))
  and not exists (
    select from moderation_cases c
    where not c.is_for_admins
      and (c.subject_kind, c.subject_id, c.subject_version) = (t.subject_kind, t.subject_id, t.subject_version));

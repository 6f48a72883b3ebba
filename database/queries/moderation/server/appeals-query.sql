-- src/features/moderation/server/appeals-query.ts

insert into appeals (decision_id, member_id, words) values ($1, $2, $3) on conflict do nothing;

select
  d.id, c.subject_kind, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_role, d.created_at, d.reversed_at, case when c.subject_kind = 'member' then author.username else c.excerpt end as excerpt, d.case_id,
      case when a.member_id = $1 then '' else d.moderator_name end as moderator, a.id as appeal_id, a.words as appeal_words,
      a.created_at as appealed_at, a.answer, a.is_granted, a.answered_at, (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = a.member_id) as appellant,
      case when a.member_id <> $2 then (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = a.answered_by) end as answered_by, a.answered_at is null and (
  a.member_id <> $3 and ($4 or not author.is_admin)
  and ($5 or (d.action not in ('mute', 'suspend', 'remove-all') and not author.is_moderator))
  and (d.moderator_id is distinct from $6 or not exists (
    select from users o
    where (o.is_admin or (o.is_moderator and not author.is_admin and not c.is_for_admins)) and not (o.is_muted and (o.muted_until is null or o.muted_until > now()) or (o.is_suspended and (o.suspended_until is null or o.suspended_until > now()))) and o.id not in ($7, a.member_id)))) as can_answer
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
    join users author on author.id = a.member_id
    where a.answered_at is null and true
    order by a.id limit $8;

select a.id, a.decision_id, d.case_id, a.member_id, c.excerpt, d.moderator_id, d.before, d.reversed_at is not null as is_reversed,
      c.subject_kind = 'member' as is_about_members,
      d.action in ('hide', 'remove-all') and exists (
        select from moderation_case_items i
        where i.case_id = c.id and i.kind = 'member' and i.item_id <> a.member_id and i.cleared_at is null) as is_one_of_several,
      a.answered_at is not null as is_answered, (
  a.member_id <> $1 and ($2 or not author.is_admin)
  and ($3 or (d.action not in ('mute', 'suspend', 'remove-all') and not author.is_moderator))
  and (d.moderator_id is distinct from $4 or not exists (
    select from users o
    where (o.is_admin or (o.is_moderator and not author.is_admin and not c.is_for_admins)) and not (o.is_muted and (o.muted_until is null or o.muted_until > now()) or (o.is_suspended and (o.suspended_until is null or o.suspended_until > now()))) and o.id not in ($5, a.member_id)))) as can_answer
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
    join users author on author.id = a.member_id
    where a.id = $6 and true for no key update of a;

update appeals set answer = $1, is_granted = $2, answered_by = $3, answered_at = now() where id = $4;

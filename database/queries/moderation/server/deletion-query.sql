-- src/features/moderation/server/deletion-query.ts

with cases as (update moderation_cases set excerpt = $1 where author_id = $2 returning id),
    names as (
      update moderation_decisions d set moderator_name = '' where moderator_id = $3 and not exists (
        select from cases where cases.id = d.case_id)
    ),
    notes as (update moderation_notes set author_name = '' where author_id = $4)
  update moderation_decisions d set before = d.before - 'texts' from cases where d.case_id = cases.id returning d.id;

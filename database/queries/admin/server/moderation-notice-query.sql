-- src/features/admin/server/moderation-notice-query.ts

delete from moderation_notices where id = $1 and user_id = $2;

insert into moderation_notices (user_id, kind, excerpt, reason, decision_id)
  values ($1, $2, $3, $4, $5);

select id, kind, excerpt, reason, decision_id, created_at from moderation_notices where user_id = $1 order by id limit 50;

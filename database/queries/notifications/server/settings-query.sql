-- src/features/notifications/server/settings-query.ts

insert into disabled_notifications (user_id, kind) values ($1, $2) on conflict do nothing;

select kind from disabled_notifications where user_id = $1;

-- src/features/notifications/server/digest-query.ts

delete from notification_digests where user_id = $1;

select frequency from notification_digests where user_id = $1;

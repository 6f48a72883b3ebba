-- src/features/notifications/server/quiet-hours-query.ts

delete from quiet_hours where user_id = $1;

select from_minute, to_minute, time_zone from quiet_hours where user_id = $1;

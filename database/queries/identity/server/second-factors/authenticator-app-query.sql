-- src/features/identity/server/second-factors/authenticator-app-query.ts

delete from authenticator_apps where confirmed_at is null and created_at < now() - interval '1 hour';

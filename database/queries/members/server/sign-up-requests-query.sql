-- src/features/members/server/sign-up-requests-query.ts

select r.user_id as id from sign_up_requests r join users u on u.id = r.user_id
  where (r.rejected_at + $1 * interval '1 day') < now() and u.google_id <> 'deleted:' || u.id order by rejected_at limit $2;

select u.id, u.username, u.email, r.answer, r.answered_at, r.rejected_at, r.reason
  from sign_up_requests r join users u on u.id = r.user_id
  where r.answered_at is not null 
  order by r.rejected_at is not null, r.answered_at desc, r.user_id desc limit $1 offset $2;

update sign_up_requests r set rejected_at = now(), rejected_by = $1, reason = $2
  from users u where r.user_id = $3 and u.id = r.user_id and answered_at is not null and rejected_at is null
  returning u.username;

with approved as (
    delete from sign_up_requests r using users u
    where r.user_id = any($1::integer[]) and u.id = r.user_id and u.google_id <> 'deleted:' || u.id
    returning r.user_id, r.answered_at
  )
  update users u set profile_completed = a.answered_at is not null from approved a where u.id = a.user_id
  returning u.id, u.username;

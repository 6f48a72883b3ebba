-- src/features/requests/server/inbox-query.ts

delete from ad_requests where id = $1 returning name, email, user_id;

delete from contact_messages where id = $1 returning name, email, content, user_id;

delete from contact_messages where id = any(array(
  select id from contact_messages
  where answered_at < now() - $1::integer * interval '1 day' order by id limit $2));

delete from feedback where id = $1 returning content, user_id;

delete from topic_requests where id = $1 returning name, description, user_id;

select (select count(*)::integer from (select from topic_requests limit $1) rows) as requests, (select count(*)::integer from (select from feedback limit $2) rows) as feedback,
      (select count(*)::integer from (select from ad_requests limit $3) rows) as ads, (select count(*)::integer from (select from contact_messages where answered_at is null limit $4) rows) as contact,
      (
  select count(*)::integer from (
    select from sign_up_requests where answered_at is not null and rejected_at is null limit $5) w) as approvals;

select a.id, a.name, a.email, a.created_at, a.user_id, json_build_object('id', u.id, 'username', u.username) as user
  from 
  (select id as page_id from ad_requests 
    order by id desc limit $1 offset $2) idPage join ad_requests a on a.id = page_id join users u on u.id = a.user_id
  order by a.id desc;

select f.id, f.content, f.created_at, f.user_id, json_build_object('id', u.id, 'username', u.username) as user
  from 
  (select id as page_id from feedback 
    order by id desc limit $1 offset $2) idPage join feedback f on f.id = page_id join users u on u.id = f.user_id
  order by f.id desc;

select m.id, m.name, m.email, m.content, m.created_at, m.answer, m.answered_at,
    (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = m.user_id) as user, (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = m.answered_by) as answered_by
  from 
  (select id as page_id from contact_messages 
    order by id desc limit $1 offset $2) idPage join contact_messages m on m.id = page_id
  order by m.id desc;

select r.id, r.name, r.description, r.status, r.created_at, r.user_id, json_build_object('id', u.id, 'username', u.username) as user
  from 
  (select id as page_id from topic_requests 
    order by id desc limit $1 offset $2) idPage join topic_requests r on r.id = page_id join users u on u.id = r.user_id
  order by r.id desc;

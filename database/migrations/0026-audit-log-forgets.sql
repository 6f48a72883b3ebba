-- The audit log forgets deleted accounts: their rows are found by whom an act was done to, and whose words it was about.
create index admin_acts_target on admin_acts (target_id) where action like '%-user';
create index admin_acts_author on admin_acts ((before ->> 'userId')) where before ? 'userId';

-- Accounts that were deleted before this version. Names of admins whose account is gone have no `admin_id` any more.
update admin_acts set admin_name = 'deleted account' where admin_id is null;
update admin_acts a set target_name = 'deleted account', before = nullif(before - 'username', '{}'), reason = ''
where action like '%-user' and not exists (select from users u where u.id = a.target_id);
update admin_acts a set before = jsonb_build_object('userId', before -> 'userId'), reason = '',
  target_name = case when action = 'approve-request' then target_name else 'from a deleted account' end
where before ? 'userId' and not exists (select from users u where u.id::text = a.before ->> 'userId');

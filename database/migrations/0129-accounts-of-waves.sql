-- When moderators found nothing wrong with one account of a wave. Its content is back, and it is in no wave for a week.
alter table moderation_case_items add column cleared_at timestamptz(3);
update moderation_case_items i set cleared_at = d.created_at
from moderation_cases c join moderation_decisions d on d.case_id = c.id
where c.id = i.case_id and i.kind = 'member' and c.source = 'findings' and not c.is_open
  and d.action = 'dismiss' and d.reversed_at is null;

-- Each account of a wave can appeal the decision about it.
alter table appeals drop constraint appeals_decision_id_key;
create unique index appeals_once on appeals (decision_id, member_id);

-- A repeated request stores no second note, also after the server has died between storing the first one and responding.
alter table moderation_notes add column request_key uuid;
create unique index moderation_notes_request on moderation_notes (author_id, request_key, coalesce(case_id, -member_id))
  where request_key is not null;

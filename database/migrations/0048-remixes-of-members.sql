-- A member's remixes, for the tab of their profile.
create index posts_user_remixes on posts (user_id, created_at desc, id desc) where is_remix and not is_private;

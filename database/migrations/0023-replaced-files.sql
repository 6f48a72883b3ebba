-- When a post or an avatar last took the file up. Where `touched_at` is later, an upload in progress has stored the same
-- file again, and only the daily sweep may remove it; any other file goes as soon as nothing names it any more.
alter table media_files add column taken_up_at timestamptz(3);

-- Why readers did not see a post before it was removed with everything of its author, so that undoing this does not publish it.
alter table moderation_case_items add column restriction text;

-- no transaction
-- Finds posts with exactly this prompt, when members import prompts. A hash index stores four bytes of each prompt,
-- however long it is.
drop index concurrently if exists posts_prompt;
create index concurrently posts_prompt on posts using hash (prompt);

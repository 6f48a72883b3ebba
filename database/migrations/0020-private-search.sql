-- What a search in bookmarks looks at in private posts, as post_search for public ones: to make it while somebody waits takes
-- seconds for long prompts. No other search reads this table.
create table private_post_search (
  post_id integer primary key references posts on delete cascade,
  whole tsvector not null
);

-- The site fills the table after it has started. Until then, and for posts that a server of the previous version writes, the
-- search in bookmarks reads the beginning of the prompt itself.
insert into posts_to_index (post_id) select id from posts where is_private
on conflict do nothing;

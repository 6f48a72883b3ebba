-- The slug that a post had before moderators withdrew the title from which it was made. Its address redirects to the present one.
alter table posts add column former_slug text;

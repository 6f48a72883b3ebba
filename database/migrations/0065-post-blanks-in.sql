-- Where the prompt of a post has blanks: outside fenced code blocks, everywhere, or nowhere (docs/spec/flows.md).
alter table posts add column blanks_in text not null default 'text';

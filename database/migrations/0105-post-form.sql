-- What the prompt of a post is: one text, a skill or messages (docs/spec/data.md#posts).
alter table posts add column form text not null default 'prompt';

-- How often a topic's name and description have been edited, which `If-Match` names.
alter table topics add column revision integer not null default 1;

-- Needs the right to create extensions once; both ship with PostgreSQL and are trusted.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- English stems without accents: 'resume' finds 'résumé'. Words of other scripts pass through whole.
create text search configuration prompt_search (copy = english);
alter text search configuration prompt_search
  alter mapping for hword, hword_part, word with unaccent, english_stem;

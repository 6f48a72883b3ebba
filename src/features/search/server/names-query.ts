import type { AnySql } from '#server/database/connect.ts'
import type { SearchNames } from '../contract.ts'

const LISTED = 4

/** Topics with any of the words in their names, those with all of them first. */
export const findTopicNames = (sql: AnySql, { all, any }: { all: string; any: string }) => sql<
  SearchNames['topics']
>`
  select id, name from (
    select id, name, post_count, to_tsvector('public.prompt_search', words_apart(name)) as words from topics
  ) t
  where words @@ ${any}::tsquery
  order by words @@ ${all}::tsquery desc, post_count desc, id limit ${LISTED}`

/**
 * Members whose name is one of the words, in that order, or begins with one of `beginnings`. `user_search` begins with the name; the e-mail
 * address behind it is after a line break, which no beginning contains.
 */
export const findPeople = (sql: AnySql, words: readonly string[], beginnings: readonly string[]) => sql<
  SearchNames['people']
>`
  select id, username, avatar from users
  where profile_completed and (
    lower(username) = any(${[...words]}::text[])
    or id in (select id from user_search s where s.words like any(${beginnings.map(startingWith)}::text[]))
  )
  order by array_position(${[...words]}::text[], lower(username)) nulls last, total_engagement desc, id limit ${LISTED}`

const startingWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

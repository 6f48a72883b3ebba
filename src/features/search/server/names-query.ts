import type { AnySql } from '#server/database/connect.ts'
import type { SearchNames } from '../contract.ts'

const MAX_NAMES = 4

/** Topics whose names contain any of the words; those that contain all of them come first. */
export const findTopicsByName = (sql: AnySql, { all, any }: { all: string; any: string }) => sql<
  SearchNames['topics']
>`
  select id, name from (
    select id, name, post_count, to_tsvector('public.prompt_search', segment_text(name)) as words from topics
  ) t
  where words @@ ${any}::tsquery
  order by words @@ ${all}::tsquery desc, post_count desc, id limit ${MAX_NAMES}`

/**
 * Members whose username is one of the words, in the words' order, or begins with one of the prefixes.
 * `user_search` starts with the username; the email address follows after a line break, which no prefix
 * contains, so nobody is found by their email.
 */
export const findMembersByName = (sql: AnySql, words: readonly string[], prefixes: readonly string[]) => sql<
  SearchNames['people']
>`
  select id, username, avatar from users
  where profile_completed and (
    lower(username) = any(${[...words]}::text[])
    or id in (select id from user_search s where s.words like any(${prefixes.map(prefixPattern)}::text[]))
  )
  order by array_position(${[...words]}::text[], lower(username)) nulls last, total_engagement desc, id limit ${MAX_NAMES}`

const prefixPattern = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

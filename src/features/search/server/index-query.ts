import { limits } from '#core/limits.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import {
  getSearchIndexPart,
  isTruncatedForVisitors,
  type PostFieldName,
  postFieldNames,
} from '#features/posts/contract-fields.ts'
import { joinPostTopic } from '#features/posts/server/access-query.ts'
import { postFieldColumns } from '#features/posts/server/field-columns-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { extractVocabulary } from './vocabulary.ts'

/**
 * Updates the search index for the given posts in the caller's transaction. Call it whenever a post's title,
 * description, prompt, topic or privacy has changed. Adds new posts to the hot posts. Removes private posts from the
 * public index; the bookmark search uses a separate table for them. Queues public posts to find their similar posts.
 */
export const indexPosts = async (sql: AnySql, ids: readonly number[], areNew = false): Promise<void> => {
  const inChangedIds = sql`any(${[...ids]}::integer[])`
  const isHot = areNew
    ? sql`true`
    : sql`exists (select from hot_post_search h where h.post_id = written.post_id)`
  const published = await sql<{ title: string; topic: string | null }[]>`
    with hidden as (select p.id, ${postFieldColumns(sql)} from posts p where p.id = ${inChangedIds} and p.is_private),
      removed_hot as (delete from hot_post_search where post_id in (select id from hidden)),
      removed as (delete from post_search where post_id in (select id from hidden)),
      removed_private as (delete from private_post_search where post_id = ${inChangedIds} and post_id not in (select id from hidden)),
      indexed_private as (
        insert into private_post_search (post_id, whole)
        select id, post_search_vector(${indexedText(sql, 'title')}, ${indexedText(sql, 'description')}, '', ${indexedText(sql, 'prompt')}) from hidden order by id
        on conflict (post_id) do update set whole = excluded.whole
      ),
    published as (
      select p.id, ${postFieldColumns(sql)}, t.name as topic, concat_ws(' ', t.name, u.username) as names
      from posts p ${joinMember(sql, sql`p.user_id`)} ${joinPostTopic(sql)}
      where p.id = ${inChangedIds} and not p.is_private
    ), written as (
      insert into post_search (post_id, visible, whole)
      select id,
        post_search_vector(${visibleText(sql, 'title')}, ${visibleText(sql, 'description')}, names, ${visibleText(sql, 'prompt')}),
        post_search_vector(${indexedText(sql, 'title')}, ${indexedText(sql, 'description')}, names, ${indexedText(sql, 'prompt')})
      from published order by id
      on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
      returning post_id, visible, whole
    ), written_hot as (
      insert into hot_post_search (post_id, visible, whole)
      select post_id, visible, whole from written where ${isHot} order by post_id
      on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
    ), queued as (
      insert into similar_posts_queue (post_id) select id from published order by id
      on conflict (post_id) do update set queued_at = excluded.queued_at
    )
    select title, topic from published`
  await insertWords(
    sql,
    extractVocabulary(published.map(({ title, topic }) => `${title} ${topic ?? ''}`).join(' ')),
  )
}

/** Removes posts from the index in the caller's transaction. */
export const removeFromIndex = (sql: AnySql, ids: readonly number[]) => {
  const inIds = sql`post_id = any(${[...ids]}::integer[])`
  return sql`
    with hot as (delete from hot_post_search where ${inIds}),
      hidden as (delete from private_post_search where ${inIds})
    delete from post_search where ${inIds}`
}

type Part = NonNullable<ReturnType<typeof getSearchIndexPart>>

/** Returns an SQL expression that concatenates all text for one part of the index. */
const indexedText = (
  sql: AnySql,
  part: Part,
  columnOf = (name: PostFieldName): SqlFragment => sql(name),
): SqlFragment =>
  postFieldNames
    .filter((name) => getSearchIndexPart(name) === part)
    .map(columnOf)
    .reduce((text, next) => sql`${text} || ' ' || ${next}`)

/** Works like `indexedText`, but covers only the text that visitors can read. */
const visibleText = (sql: AnySql, part: Part): SqlFragment =>
  indexedText(sql, part, (name) =>
    isTruncatedForVisitors(name) ? sql`left(${sql(name)}, ${limits.promptForVisitors}::integer)` : sql(name),
  )

/** Inserts words in sorted order so that two transactions that write the same words cannot deadlock. */
const insertWords = async (sql: AnySql, words: ReadonlySet<string>): Promise<void> => {
  if (words.size === 0) return
  await sql`
    insert into search_words (word)
    select word from unnest(${[...words].sort()}::text[]) word
    where not exists (select from search_words known where known.word = word.word)
    on conflict do nothing`
}

import { limits } from '#core/limits.ts'
import type { AnySql } from '#server/database/connect.ts'
import { addToBest, findInBest } from './best-query.ts'
import { vocabularyOf } from './index-words.ts'

/**
 * Writes what search looks at for these posts, in the caller's transaction. To be called whenever a post's title,
 * description, prompt, topic or privacy has changed. New posts are searched first. Private posts leave the index; the search in
 * bookmarks has a table of its own for them.
 */
export const indexPosts = async (sql: AnySql, ids: readonly number[], areNew = false): Promise<void> => {
  const changed = sql`any(${[...ids]}::integer[])`
  await sql`
    with hidden as (select id, title, description, prompt from posts where id = ${changed} and is_private),
      gone as (delete from best_search where post_id in (select id from hidden)),
      shown as (delete from private_post_search where post_id = ${changed} and post_id not in (select id from hidden)),
      kept as (
        insert into private_post_search (post_id, whole)
        select id, post_search_vector(title, description, '', prompt) from hidden order by id
        on conflict (post_id) do update set whole = excluded.whole
      )
    delete from post_search where post_id in (select id from hidden)`
  const named = await sql<{ title: string; topic: string | null }[]>`
    with named as (
      select p.id, p.title, p.description, p.prompt, t.name as topic, concat_ws(' ', t.name, u.username) as names
      from posts p join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
      where p.id = ${changed} and not p.is_private
    ), written as (
      insert into post_search (post_id, visible, whole)
      select id,
        post_search_vector(title, description, names, left(prompt, ${limits.promptVisitor}::integer)),
        post_search_vector(title, description, names, prompt)
      from named order by id
      on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
    )
    select title, topic from named`
  await addToBest(sql, areNew ? ids : await findInBest(sql, ids))
  await insertWords(sql, vocabularyOf(named.map(({ title, topic }) => `${title} ${topic ?? ''}`).join(' ')))
}

/** In sorted order, so that two writers of the same words never wait for each other. */
const insertWords = async (sql: AnySql, words: ReadonlySet<string>): Promise<void> => {
  if (words.size === 0) return
  await sql`
    insert into search_words (word)
    select word from unnest(${[...words].sort()}::text[]) word
    where not exists (select from search_words known where known.word = word.word)
    on conflict do nothing`
}

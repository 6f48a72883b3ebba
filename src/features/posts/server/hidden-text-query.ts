import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { HiddenText } from '../contract.ts'
import { listHiddenText } from './list-hidden-text.ts'

/** Returns what the texts of these posts hide. Posts in which nothing has been found are left out. */
export const selectHiddenText = async (
  sql: AnySql,
  ids: readonly number[],
): Promise<Map<number, HiddenText[]>> => {
  const rows = await sql<{ id: number; hiddenText: HiddenText[] }[]>`
    select id, hidden_text from posts where id = any(${[...ids]}::integer[]) and hidden_text <> '[]'`
  return new Map(rows.map(({ id, hiddenText }) => [id, hiddenText]))
}

const BATCH_SIZE = 100
/** The number of characters of prompts from which a batch contains no further post; searching them takes some 50 ms. */
const BATCH_CHARACTERS = 400_000

/** Searches posts that no request has searched: old ones, and those that servers of the previous version publish. */
export const hiddenTextJob = defineJob({
  name: 'find-hidden-text',
  schedule: '45 * * * *',
  run: ({ sql, signal }) => searchOldPosts(sql, signal),
})

/**
 * Searches every post that has not been searched, in batches by id. A post that is edited meanwhile keeps what the edit
 * has found. Throws as soon as the signal aborts; the next run continues where this one has ended.
 */
const searchOldPosts = async (sql: Sql, signal: AbortSignal): Promise<void> => {
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const posts = await selectUnsearchedPosts(sql, after)
    const last = posts.at(-1)
    if (!last) return
    await storeHiddenText(
      sql,
      posts.map(({ id, revision, ...texts }) => ({ id, revision, hiddenText: listHiddenText(texts) })),
    )
    after = last.id
  }
}

type UnsearchedPost = { id: number; revision: number; title: string; description: string; prompt: string }

const selectUnsearchedPosts = (sql: Sql, after: number) => sql<UnsearchedPost[]>`
  select id, revision, title, description, prompt from (
    select *, sum(prompt_length) over (order by id) - prompt_length as characters_before from (
      select id, revision, title, description, prompt, prompt_length from posts
      where hidden_text is null and id > ${after} order by id limit ${BATCH_SIZE}) as unsearched
  ) as batch where characters_before < ${BATCH_CHARACTERS} order by id`

/** Skips posts that a concurrent transaction has locked; the next run searches them. */
const storeHiddenText = (
  sql: Sql,
  found: readonly { id: number; revision: number; hiddenText: HiddenText[] }[],
) => sql`
  with free as materialized (
    select p.id, f."hiddenText" from json_to_recordset(${JSON.stringify(found)}::text::json)
      as f(id integer, revision integer, "hiddenText" jsonb)
    join posts p on p.id = f.id and p.revision = f.revision
    where p.hidden_text is null
    order by p.id for no key update of p skip locked
  )
  update posts p set hidden_text = free."hiddenText" from free where p.id = free.id`

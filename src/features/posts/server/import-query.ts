import type { AnySql } from '#server/database/connect.ts'
import type { PostFields } from '../contract-fields.ts'
import { jsonPostFieldDefinitions, jsonPostFields, postFieldInsertColumns } from './field-columns-query.ts'
import { listHiddenText } from './list-hidden-text.ts'

export type ImportedPostRow = PostFields & {
  id: number
  userId: number
  topicId: number | null
  createdAt: Date
  isPrivate: boolean
  privateId: string | null
  seoSlug: string
  version: number
  promptVersion: number
  /** The first version that others than the author can read; 1 if absent. */
  publicVersion?: number | undefined
  /** The `seoSlug` of the source post; an empty string if the source was deleted. */
  remixOf?: string | undefined
}

export const selectTakenSlugs = async (sql: AnySql, slugs: string[]): Promise<Set<string>> => {
  const found = await sql<{ seoSlug: string }[]>`
    select seo_slug from posts where seo_slug = any(${slugs}::text[])`
  return new Set(found.map((row) => row.seoSlug))
}

export const reserveContentIds = async (sql: AnySql, count: number): Promise<number[]> => {
  const taken = await sql<{ id: number }[]>`
    select nextval('content_id_seq')::integer as id from generate_series(1, ${count}::integer)`
  return taken.map((row) => row.id)
}

/** Inserts imported posts, passed as a single JSON parameter. The caller updates the counts and the search index. */
export const insertImportedPostRows = (sql: AnySql, posts: ImportedPostRow[]) => sql`
  insert into posts (id, user_id, topic_id, prompt_length, created_at, is_private, private_id, seo_slug,
    version, prompt_version, public_version, is_remix, hidden_text, ${postFieldInsertColumns(sql)})
  select id, "userId", "topicId", char_length(prompt), "createdAt", "isPrivate", "privateId", "seoSlug",
    version, "promptVersion", coalesce("publicVersion", 1), "remixOf" is not null, "hiddenText", ${jsonPostFields(sql)}
  from json_to_recordset(${JSON.stringify(posts.map((post) => ({ ...post, hiddenText: listHiddenText(post) })))}::text::json) as p(
    id integer, "userId" integer, "topicId" integer, "createdAt" timestamptz, "isPrivate" boolean,
    "privateId" text, "seoSlug" text, version integer, "promptVersion" integer, "publicVersion" integer,
    "remixOf" text, "hiddenText" jsonb, ${jsonPostFieldDefinitions(sql)})
  order by id`

/** Links imported remixes to their source posts, which precede them in the file. */
export const linkImportedRemixes = (sql: AnySql, posts: readonly ImportedPostRow[]) => sql`
  update posts p set remix_of = s.id
  from json_to_recordset(${JSON.stringify(posts.map(({ id, remixOf }) => ({ id, remixOf })))}::text::json)
    as r(id integer, "remixOf" text) join posts s on s.seo_slug = r."remixOf"
  where p.id = r.id and r."remixOf" <> ''`

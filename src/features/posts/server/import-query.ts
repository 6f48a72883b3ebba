import type { AnySql } from '#server/database/connect.ts'
import type { PostFields } from '../contract-fields.ts'
import { insertedPostFields, postFieldsInJson, postFieldsOfJson } from './field-columns-query.ts'

export type ImportedPostRow = PostFields & {
  id: number
  userId: number
  topicId: number | null
  createdAt: Date
  isPrivate: boolean
  privateId: string | null
  seoSlug: string
}

export const findTakenSlugs = async (sql: AnySql, slugs: string[]): Promise<Set<string>> => {
  const found = await sql<{ seoSlug: string }[]>`
    select seo_slug from posts where seo_slug = any(${slugs}::text[])`
  return new Set(found.map((row) => row.seoSlug))
}

export const reserveContentIds = async (sql: AnySql, count: number): Promise<number[]> => {
  const taken = await sql<{ id: number }[]>`
    select nextval('content_id_seq')::integer as id from generate_series(1, ${count}::integer)`
  return taken.map((row) => row.id)
}

/** Inserts imported posts; the rows are sent as one JSON text. The caller counts and indexes them. */
export const insertPosts = (sql: AnySql, posts: ImportedPostRow[]) => sql`
  insert into posts (id, user_id, topic_id, prompt_length, created_at, is_private, private_id, seo_slug,
    ${insertedPostFields(sql)})
  select id, "userId", "topicId", char_length(prompt), "createdAt", "isPrivate", "privateId", "seoSlug",
    ${postFieldsOfJson(sql)}
  from json_to_recordset(${JSON.stringify(posts)}::text::json) as p(
    id integer, "userId" integer, "topicId" integer, "createdAt" timestamptz, "isPrivate" boolean,
    "privateId" text, "seoSlug" text, ${postFieldsInJson(sql)})
  order by id`

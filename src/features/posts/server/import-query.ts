import type { AnySql } from '#server/database/connect.ts'

export type ImportedPostRow = {
  id: number
  userId: number
  topicId: number | null
  createdAt: Date
  isPrivate: boolean
  type: string
  privateId: string | null
  seoSlug: string
  title: string
  models: string[]
  exampleFiles: string[]
  description: string
  prompt: string
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
  insert into posts (id, user_id, topic_id, prompt_length, created_at, is_private, type, private_id, seo_slug,
    title, models, example_files, description, prompt)
  select id, "userId", "topicId", char_length(prompt), "createdAt", "isPrivate", type, "privateId", "seoSlug",
    title, models, "exampleFiles", description, prompt
  from json_to_recordset(${JSON.stringify(posts)}::text::json) as p(
    id integer, "userId" integer, "topicId" integer, "createdAt" timestamptz, "isPrivate" boolean,
    type text, "privateId" text, "seoSlug" text, title text, models text[], "exampleFiles" text[],
    description text, prompt text)
  order by id`

import type { LinkedPost } from '#core/paths.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { joinPostTopic } from './access-query.ts'

type SamePrompt = LinkedPost & { title: string }

const samePrompt = (sql: AnySql, condition: SqlFragment): SqlFragment => sql`
  (select json_build_object('id', p.id, 'title', p.title, 'isPrivate', p.is_private, 'privateId', p.private_id,
      'seoSlug', p.seo_slug, 'topic', ${topicJson(sql)})
    from posts p ${joinPostTopic(sql)} where p.prompt = requested.prompt and ${condition} order by p.id limit 1)`

/**
 * Finds for each prompt a post of the member with exactly this prompt, and a public one of somebody else. Returns them in
 * the order of the prompts.
 */
export const selectSamePrompts = (sql: AnySql, userId: number, prompts: readonly string[]) =>
  sql<{ own: SamePrompt | null; others: SamePrompt | null }[]>`
    select ${samePrompt(sql, sql`p.user_id = ${userId}`)} as own,
      ${samePrompt(sql, sql`not p.is_private and p.user_id <> ${userId}`)} as others
    from unnest(${[...prompts]}::text[]) with ordinality as requested(prompt, position) order by requested.position`

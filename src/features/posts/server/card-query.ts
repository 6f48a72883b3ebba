import type postgres from 'postgres'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import type { Viewer } from '#core/viewer.ts'
import type { PostCard } from '../contract.ts'

type Row = Omit<PostCard, 'createdAt' | 'promptTruncated'> & { createdAt: Date }

/** The cards of a page, in one query; `page` selects `id` and `ord`. Prompts are cut for the viewer. */
export const listCards = async (
  sql: postgres.Sql,
  viewer: Viewer,
  page: postgres.PendingQuery<postgres.Row[]>,
): Promise<PostCard[]> => {
  const shown = viewer ? limits.promptInList : limits.promptVisitor
  const rows = await sql<Row[]>`
    select p.id, p.title, p.description, left(p.prompt, ${shown}::integer) as prompt, p.prompt_length, p.type,
      p.models, p.example_files, p.user_id, p.topic_id, p.is_private, p.private_id, p.seo_slug, p.created_at,
      p.score, p.comment_count, p.bookmark_count,
      case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as topic,
      json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) as user,
      coalesce((select value from votes v where v.post_id = p.id and v.user_id = ${viewer?.id ?? null}), 0) as my_vote,
      exists (select from user_post_bookmarks b where b.post_id = p.id and b.user_id = ${viewer?.id ?? null})
        as is_bookmarked
    from (${page}) page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    order by page.ord`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    promptTruncated: countCharacters(row.prompt) < row.promptLength,
  }))
}

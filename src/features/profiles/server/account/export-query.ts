import { postFieldColumns } from '#features/posts/server/field-columns-query.ts'
import type { AnySql, Fragment } from '#server/database/connect.ts'

type Row = { id: number } & Record<string, unknown>

/**
 * A list in the export. `list` returns the rows that follow an id, so that no connection is held between
 * pages.
 */
export type ExportSection = {
  name: string
  list: (sql: AnySql, userId: number, after: number) => Promise<readonly Row[]>
}

const section = (
  name: string,
  pageSize: number,
  query: (sql: AnySql, userId: number, after: number) => Fragment,
): ExportSection => ({
  name,
  list: (sql, userId, after) => sql<Row[]>`${query(sql, userId, after)} order by id limit ${pageSize}`,
})

const PAGE_SIZE = 500
/** For rows with long texts. */
const SMALL_PAGE_SIZE = 20

export const exportSections: readonly ExportSection[] = [
  section(
    'posts',
    SMALL_PAGE_SIZE,
    (sql, user, after) => sql`
      select id, ${postFieldColumns(sql)}, is_private, private_id, seo_slug, score,
        comment_count, bookmark_count, created_at,
        (select name from topics t where t.id = p.topic_id) as topic
      from posts p where user_id = ${user} and id > ${after}`,
  ),
  section(
    'comments',
    SMALL_PAGE_SIZE,
    (sql, user, after) => sql`
      select id, post_id, parent_id, content, score, created_at, updated_at, edited_at
      from comments where user_id = ${user} and id > ${after}`,
  ),
  section(
    'votes',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, post_id, comment_id, value from votes where user_id = ${user} and id > ${after}`,
  ),
  section(
    'bookmarks',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, post_id, created_at from user_post_bookmarks where user_id = ${user} and id > ${after}`,
  ),
  section(
    'follows',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, topic_id, created_at, (select name from topics t where t.id = f.topic_id) as topic
      from user_topic_follows f where user_id = ${user} and id > ${after}`,
  ),
  section(
    'reveals',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, post_id, created_at from post_reveals where user_id = ${user} and id > ${after}`,
  ),
  section(
    'notifications',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, type, post_id, comment_id, is_read, created_at,
        (select username from users u where u.id = n.from_user_id) as from_user
      from notifications n where user_id = ${user} and id > ${after}`,
  ),
  section(
    'optimizations',
    SMALL_PAGE_SIZE,
    (sql, user, after) => sql`
      select id, original_prompt, optimized_prompt, prompt_type, models, created_at
      from prompt_optimization_logs where user_id = ${user} and id > ${after}`,
  ),
  section(
    'feedback',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, content, created_at from feedback where user_id = ${user} and id > ${after}`,
  ),
  section(
    'adRequests',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, name, email, created_at from ad_requests where user_id = ${user} and id > ${after}`,
  ),
  section(
    'topicRequests',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, name, description, status, created_at from topic_requests where user_id = ${user} and id > ${after}`,
  ),
  section(
    'removals',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, kind, excerpt, reason, created_at from moderation_notices where user_id = ${user} and id > ${after}`,
  ),
  section(
    'sessions',
    PAGE_SIZE,
    (sql, user, after) => sql`
      select id, created_at, last_seen_at, user_agent from sessions where user_id = ${user} and id > ${after}`,
  ),
]

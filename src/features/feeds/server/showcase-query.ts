import { parseMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import type { Viewer } from '#core/viewer.ts'
import { thumbnailWidths } from '#features/media/contract-values.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { joinPostTopic } from '#features/posts/server/access-query.ts'
import { selectBestAnswer } from '#features/results/server/results-query.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import { totalPostCount } from '#features/topics/server/topics-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { SHOWN_ANSWERS, SHOWN_PICTURES, type ShowcasedPost } from '../contract-showcase.ts'

/** So many of the best posts are read, from an index. On a site of posts without pictures, nothing else ends the search. */
const MAX_READ = 60
const [THUMBNAIL_WIDTH] = thumbnailWidths

type Row = ShowcasedPost & { count: number }

/**
 * Counts the public posts and lists some of the best of them, with a picture or with an answer that has been reported.
 * Posts with a label of the moderators are left out.
 */
export const selectShowcase = async (
  sql: Sql,
  viewer: Viewer,
): Promise<{ count: number; posts: ShowcasedPost[] }> => {
  const columns = sql`id, user_id, topic_id, title, seo_slug, score, created_at`
  const order = sql`score desc, created_at desc, id desc`
  const isShown = sql`labels = '{}' ${andNotHiddenByBlock(sql, viewer, sql`user_id`)}`
  const rows = await sql<Row[]>`
    select total.count, p.id, p.title, p.seo_slug, false as is_private, ${topicJson(sql)} as topic, u.username as author,
      p.picture, p.answer
    from (select ${totalPostCount(sql)} as count) total left join (
      (select ${columns}, example_files[1] as picture, null::json as answer from (
        select ${columns}, example_files, labels from posts
        where not is_private and type = 'Image' order by ${order} limit ${MAX_READ}) best
      where example_files <> '{}' and ${isShown} order by ${order} limit ${2 * SHOWN_PICTURES})
      union all
      (select ${columns}, null, answer from (
        select ${columns}, labels, has_results, prompt_version from posts
        where not is_private order by ${order} limit ${MAX_READ}) best
      cross join lateral (${selectBestAnswer(sql, sql`best`)}) reported
      where has_results and ${isShown} order by ${order} limit ${SHOWN_ANSWERS})
    ) p on true
    left join users u on u.id = p.user_id ${joinPostTopic(sql)}
    order by p.answer is null, p.score desc, p.created_at desc, p.id desc`
  const posts = rows.filter(({ id }) => id !== null).map(({ count: _, ...post }) => post)
  const pictures = posts.flatMap(({ picture, ...post }) =>
    picture && parseMediaName(picture)?.kind === 'image'
      ? [{ ...post, picture: paths.mediaThumbnail(picture.replace('/media/', ''), THUMBNAIL_WIDTH) }]
      : [],
  )
  return {
    count: rows[0]?.count ?? 0,
    posts: [...posts.filter(({ answer }) => answer), ...pictures.slice(0, SHOWN_PICTURES)],
  }
}

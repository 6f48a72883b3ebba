import { getDistinctBlanks } from '@prompt-collection/prompt-blanks'
import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { limits } from '#core/limits.ts'
import { parseMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import { CUT_LOOKAHEAD, truncateText } from '#core/text.ts'
import type { Viewer } from '#core/viewer.ts'
import { thumbnailWidths } from '#features/media/contract-values.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { joinPostTopic } from '#features/posts/server/access-query.ts'
import { selectBestAnswer } from '#features/results/server/results-query.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import { totalPostCount } from '#features/topics/server/topics-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { literal } from '#server/database/literal.ts'
import { SHOWN_POSTS, type ShowcasedPost } from '../contract-showcase.ts'

/** So many of the best posts are read, from an index. On a site of posts without pictures, nothing else ends the search. */
const MAX_READ = 60
/** The number of posts with pictures, and of posts with answers, among which one is looked for whose prompt begins with a blank. */
const CANDIDATES = 6
const [THUMBNAIL_WIDTH] = thumbnailWidths

type Row = ShowcasedPost & { count: number }

/**
 * Counts the public posts and lists some of the best of them, with a picture or with an answer that has been reported.
 * Posts with a label of the moderators, and those that hide something, are left out.
 */
export const selectShowcase = async (
  sql: Sql,
  viewer: Viewer,
): Promise<{ count: number; posts: ShowcasedPost[] }> => {
  const columns = sql`id, user_id, topic_id, title, seo_slug, score, created_at, prompt, blanks_in, form`
  const order = sql`score desc, created_at desc, id desc`
  const isShown = sql`
    labels = '{}' and coalesce(hidden_text, '[]') = '[]' ${andNotHiddenByBlock(sql, viewer, sql`user_id`)}`
  const rows = await sql<Row[]>`
    select total.count, p.id, p.title, p.seo_slug, false as is_private, ${topicJson(sql)} as topic, u.username as author,
      left(p.prompt, ${limits.promptPreview + CUT_LOOKAHEAD}) as prompt, p.blanks_in, p.form, p.picture, p.answer
    from (select ${totalPostCount(sql)} as count) total left join (
      (select ${columns}, example_files[1] as picture, null::json as answer from (
        select ${columns}, example_files, labels, hidden_text from posts
        where not is_private and type = 'Image' order by ${order} limit ${literal(sql, MAX_READ)}) best
      where example_files <> '{}' and ${isShown} order by ${order} limit ${literal(sql, CANDIDATES)})
      union all
      (select ${columns}, null, answer from (
        select ${columns}, labels, hidden_text, has_results, prompt_version from posts
        where not is_private order by ${order} limit ${literal(sql, MAX_READ)}) best
      cross join lateral (${selectBestAnswer(sql, sql`best`)}) reported
      where has_results and ${isShown} order by ${order} limit ${literal(sql, CANDIDATES)})
    ) p on true
    left join users u on u.id = p.user_id ${joinPostTopic(sql)}
    order by p.score desc, p.created_at desc, p.id desc`
  const posts = rows.filter(({ id }) => id !== null).map(toShowcasedPost)
  const answers = bestFirst(posts.filter(({ answer }) => answer))
  const pictures = bestFirst(posts.filter(({ picture }) => picture))
  const [first, ...others] = [...pictures.splice(0, 1), ...answers.splice(0, 1), ...answers, ...pictures]
  return {
    count: rows[0]?.count ?? 0,
    // One post can have both.
    posts: first ? [first, ...others.filter(({ id }) => id !== first.id)].slice(0, SHOWN_POSTS) : [],
  }
}

const toShowcasedPost = ({ count: _, picture, prompt, ...post }: Row): ShowcasedPost => ({
  ...post,
  prompt: truncateText(prompt, limits.promptPreview),
  picture:
    picture && parseMediaName(picture)?.kind === 'image'
      ? paths.mediaThumbnail(picture.replace('/media/', ''), THUMBNAIL_WIDTH)
      : null,
})

/** Puts the best post whose prompt has a blank within what is shown before the others: it shows what a prompt here is. */
const bestFirst = (posts: readonly ShowcasedPost[]): ShowcasedPost[] => {
  const hasBlank = (post: ShowcasedPost) => getDistinctBlanks(splitByForm(post.prompt, post, true)).length > 0
  const best = posts.find(hasBlank)
  return best ? [best, ...posts.filter((post) => post !== best)] : [...posts]
}

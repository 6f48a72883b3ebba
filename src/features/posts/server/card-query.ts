import { limits } from '#core/limits.ts'
import { truncateText } from '#core/text.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { shownAvatar } from '#features/members/server/standing-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { HiddenText, PostCard } from '../contract.ts'
import { joinPostTopic } from './access-query.ts'
import { truncatedPostFieldColumns } from './field-columns-query.ts'
import { canSeePost } from './visibility-query.ts'

type CardRow = Omit<PostCard, 'topic' | 'user' | 'promptTruncated' | 'hiddenText'> & {
  /** Null until the texts have been searched. */
  hiddenText: HiddenText[] | null
  topicName: string | null
  username: string
  avatar: string | null
}

/**
 * A query that yields the `id` and the position (`ord`) of each post on a page. It alone decides which posts
 * the viewer sees.
 */
export type CardPageQuery = SqlFragment

/**
 * Reads all cards of a page in one query, with author, topic and counts. For a member, the cards also contain
 * their vote and bookmark and whether the prompt is revealed. Prompts are truncated as in lists unless another length is
 * given.
 */
export const selectCards = async (
  sql: AnySql,
  viewer: Viewer,
  page: CardPageQuery,
  maxPromptLength = getMaxPromptInLists(viewer),
): Promise<PostCard[]> => {
  const viewerColumns = viewer
    ? sql`coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, ${isRevealed(sql, viewer)} as is_revealed`
    : sql`0 as my_vote, false as is_bookmarked, false as is_revealed`
  const viewerJoins = viewer
    ? sql`left join votes v on v.post_id = p.id and v.user_id = ${viewer.id}
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = ${viewer.id}`
    : sql``
  const rows = await sql<CardRow[]>`
    select p.id, ${truncatedPostFieldColumns(sql, maxPromptLength)}, p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, ${shownAvatar(sql, sql`u`)} as avatar, t.name as topic_name, ${viewerColumns}
    from (${page}) as page
    join posts p on p.id = page.id
    ${joinMember(sql, sql`p.user_id`)}
    ${joinPostTopic(sql)}
    ${viewerJoins}
    order by page.ord`
  return rows.map((row) => toCard(row, maxPromptLength))
}

/** Returns the number of a prompt's characters that a card in a list contains. */
export const getMaxPromptInLists = (viewer: Viewer): number =>
  viewer ? limits.promptInLists : limits.promptForVisitors

/**
 * Lists the cards of the given posts in the order of `ids`. The caller has already checked that the viewer
 * can see the posts.
 */
export const selectCardsById = (sql: AnySql, viewer: Viewer, ids: readonly number[]): Promise<PostCard[]> =>
  selectCards(sql, viewer, inOrder(sql, ids))

/**
 * Lists the cards of the given posts in the order of `ids`, with whole prompts for members. The caller has
 * already checked that the viewer can see the posts, and limits the number of ids.
 */
export const selectFullCardsById = (
  sql: AnySql,
  viewer: Viewer,
  ids: readonly number[],
): Promise<PostCard[]> => selectCards(sql, viewer, inOrder(sql, ids), maxPromptOnPage(viewer))

/**
 * Returns one post for its own page. A member gets the whole prompt; a visitor gets the same 150 characters as
 * elsewhere.
 */
export const selectCard = async (
  sql: AnySql,
  viewer: Viewer,
  page: CardPageQuery,
): Promise<PostCard | null> => (await selectCards(sql, viewer, page, maxPromptOnPage(viewer)))[0] ?? null

const maxPromptOnPage = (viewer: Viewer): number => (viewer ? limits.prompt : limits.promptForVisitors)

const inOrder = (sql: AnySql, ids: readonly number[]): CardPageQuery =>
  sql`select id, ord from unnest(${[...ids]}::integer[]) with ordinality as page(id, ord)`

/** Lists the posts among `ids` that the member can see, in the order of `ids` and with whole prompts. */
export const selectCardsForExport = (
  sql: AnySql,
  member: Member,
  ids: readonly number[],
): Promise<PostCard[]> =>
  selectCards(
    sql,
    member,
    sql`select p.id, ord from (${inOrder(sql, ids)}) as chosen join posts p using (id) where ${canSeePost(sql, member)}`,
    limits.prompt,
  )

/** An SQL condition for posts that the member wrote, bookmarked (`b`) or has revealed. */
const isRevealed = (sql: AnySql, { id }: Member): SqlFragment => sql`(
  p.user_id = ${id} or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = ${id}))`

/**
 * Copies each field explicitly, which takes 8 µs for ten rows. Destructuring three fields and spreading the
 * rest took 45 µs.
 */
const toCard = (row: CardRow, maxPromptLength: number): PostCard => ({
  id: row.id,
  title: row.title,
  description: row.description,
  mentions: row.mentions,
  prompt: row.promptLength > maxPromptLength ? truncateText(row.prompt, maxPromptLength) : row.prompt,
  promptLength: row.promptLength,
  promptTruncated: row.promptLength > maxPromptLength,
  type: row.type,
  models: row.models,
  exampleFiles: row.exampleFiles,
  userId: row.userId,
  topicId: row.topicId,
  isPrivate: row.isPrivate,
  restriction: row.restriction,
  labels: row.labels,
  isRemix: row.isRemix,
  tags: row.tags,
  blanksIn: row.blanksIn,
  license: row.license,
  sourceUrl: row.sourceUrl,
  form: row.form,
  skill: row.skill,
  hasResults: row.hasResults,
  hasSuggestedEdits: row.hasSuggestedEdits,
  privateId: row.privateId,
  seoSlug: row.seoSlug,
  createdAt: row.createdAt,
  version: row.version,
  revision: row.revision,
  score: row.score,
  commentCount: row.commentCount,
  bookmarkCount: row.bookmarkCount,
  topic: row.topicId !== null && row.topicName !== null ? { id: row.topicId, name: row.topicName } : null,
  user: { id: row.userId, username: row.username, avatar: row.avatar },
  myVote: row.myVote,
  isBookmarked: row.isBookmarked,
  isRevealed: row.isRevealed,
  ...(row.hiddenText?.length ? { hiddenText: row.hiddenText } : null),
})

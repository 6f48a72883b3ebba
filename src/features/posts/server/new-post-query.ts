import { pick } from '#core/pick.ts'
import { countCharacters, withLineFeeds } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { type LockedUser, lockedUser } from '#features/members/server/members-query.ts'
import { lockedMentionedMembers, type MentionedUser } from '#features/members/server/mentions-query.ts'
import { topicJson } from '#features/topics/server/topic-list-query.ts'
import { topicLockedForShare } from '#features/topics/server/topics-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import type { PostFields } from '../contract-fields.ts'
import { joinPostTopic } from './access-query.ts'
import { toPostColumns } from './field-columns-query.ts'
import { type IdempotencyKeys, postByIdempotencyKey } from './idempotency-query.ts'
import { listHiddenText } from './list-hidden-text.ts'
import { type RemovedCopy, removedCopy } from './removed-prompts-query.ts'
import { currentTagNames, tagLocks } from './rename-tags-query.ts'
import { canParticipateInPost } from './visibility-query.ts'

/**
 * Locks the names of tags and then the author, which serializes the creation of the author's posts. Returns null if the
 * author does not exist. What the locks protect is read in a later statement, because this one sees the database as it
 * was before it waited.
 */
export const lockAuthorAndTags = async (
  tx: AnySql,
  authorId: number,
  tags: readonly string[],
): Promise<LockedUser | null> => {
  const [author] = await tx<LockedUser[]>`
    with tag_locks as materialized (select count(lock) as count from (${tagLocks(tx, tags)}) as locks(lock))
    select author.* from tag_locks
    cross join lateral (${lockedUser(tx, authorId, tx`tag_locks.count >= 0`)}) as author`
  return author ?? null
}

export type Published = {
  id: number
  isPrivate: boolean
  seoSlug: string
  topicId: number | null
  topic: { name: string } | null
}

/**
 * An SQL expression for a text with line feeds as its line ends, as `withLineFeeds` of `core/text.ts`. A regular
 * expression would take about 20 ms for a prompt of 50,000 lines.
 */
export const lineFeedsColumn = (sql: AnySql, text: SqlFragment): SqlFragment =>
  sql`replace(replace(${text}, E'\\r\\n', E'\\n'), E'\\r', E'\\n')`

/**
 * A public post with this prompt that the member has published within the last day, also if its lines end in CRLF and those of
 * this one in LF, or the other way round. Its length then differs by at most the number of lines, so that few prompts have to be read.
 */
const recentDuplicate = (
  sql: AnySql,
  userId: number,
  prompt: string,
  condition: SqlFragment,
): SqlFragment => {
  const text = withLineFeeds(prompt)
  const length = countCharacters(text)
  const lineEnds = text.split('\n').length - 1
  return sql`
  select p.id, p.is_private, p.seo_slug, t.id as topic_id,
    ${topicJson(sql)} as topic
  from posts p ${joinPostTopic(sql)}
  where p.user_id = ${userId} and not p.is_private and p.created_at > now() - interval '1 day'
    and p.prompt_length between ${length}::integer and ${length + lineEnds}::integer
    and ${lineFeedsColumn(sql, sql`p.prompt`)} = ${text}::text and ${condition}
  order by p.created_at limit 1`
}

/** Finds a public post with this prompt that the member has published within the last day, in any topic. */
export const selectRecentDuplicatePost = async (
  sql: AnySql,
  userId: number,
  prompt: string,
): Promise<Published | null> => {
  const [row] = await sql<Published[]>`${recentDuplicate(sql, userId, prompt, sql`true`)}`
  return row ?? null
}

type Proposal = Pick<PostFields, 'description' | 'prompt' | 'tags'> & {
  isPrivate: boolean
  topicId: number | null
  remixOf?: number | undefined
}

/** What decides whether a post can be published, and what is stored with it. */
export type NewPostState = {
  /** The post that an earlier identical request has created. */
  existingId: number | null
  /** The post with the same prompt in the same topic, if the new one is public. */
  duplicate: Published | null
  /** Whether moderators have removed the same prompt, if the new post is public. */
  removedCopy: RemovedCopy
  hasTopic: boolean
  /** The post to remix, or null if it has been deleted or the member cannot interact with it. */
  source: { id: number; userId: number; isPrivate: boolean } | null
  /** The current names of the tags. */
  tags: string[]
  mentioned: MentionedUser[]
}

/**
 * Reads everything that publishing a post depends on, in one statement. In a transaction, the source, the topic and the
 * mentioned members cannot be deleted until it ends.
 */
export const selectNewPostState = async (
  sql: AnySql,
  member: Member,
  { description, prompt, tags, isPrivate, topicId, remixOf }: Proposal,
  keys: IdempotencyKeys,
): Promise<NewPostState> => {
  const isSameTopic = sql`p.topic_id is not distinct from ${topicId}::integer and not ${isPrivate}::boolean`
  const [row] = await sql<NewPostState[]>`
    with remixed as materialized (
      select p.id, p.user_id, p.is_private from posts p
      where p.id = ${remixOf ?? null}::integer and ${canParticipateInPost(sql, member)} for key share of p
    ), chosen_topic as materialized (${topicLockedForShare(sql, topicId)}),
    mentioned as materialized (${lockedMentionedMembers(sql, member.id, description)})
    select (${postByIdempotencyKey(sql, member.id, keys)}) as existing_id,
      (select json_build_object('id', d.id, 'isPrivate', d.is_private, 'seoSlug', d.seo_slug, 'topicId', d.topic_id, 'topic', d.topic)
        from (${recentDuplicate(sql, member.id, prompt, isSameTopic)}) d) as duplicate,
      case when not ${isPrivate}::boolean then ${removedCopy(sql, sql`${member.id}::integer`, sql`${prompt}::text`)} end as removed_copy,
      (select json_build_object('id', id, 'userId', user_id, 'isPrivate', is_private) from remixed) as source,
      exists (select from chosen_topic) as has_topic,
      array(${currentTagNames(sql, tags)}) as tags,
      coalesce((select json_agg(json_build_object('id', id, 'username', username)) from mentioned), '[]') as mentioned`
  if (!row) throw new Error('A query without a table returned no row')
  return { ...row, tags: [...new Set(row.tags)] }
}

type NewPost = PostFields & {
  userId: number
  isPrivate: boolean
  topicId: number | null
  promptLength: number
  privateId: string | null
  seoSlug: string
  remixOf: number | null
  isRemix: boolean
  mentions: string[]
}

/**
 * Inserts a post with the keys of its request. Returns its id, or null if another post has the slug. If a concurrent
 * transaction is inserting that slug, the call waits for it.
 */
export const insertPost = async (
  tx: AnySql,
  post: NewPost,
  { key, content }: IdempotencyKeys,
): Promise<number | null> => {
  const [row] = await tx<{ id: number }[]>`
    with inserted as (
      insert into posts ${tx({
        ...pick(post, [
          'userId',
          'topicId',
          'isPrivate',
          'privateId',
          'seoSlug',
          'promptLength',
          'remixOf',
          'isRemix',
          'mentions',
        ]),
        hiddenText: JSON.stringify(listHiddenText(post)),
        ...toPostColumns(post),
      })}
      on conflict (seo_slug) do nothing returning id
    ), remembered as (
      insert into post_idempotency_keys (user_id, key, post_id)
      select ${post.userId}::integer, key, inserted.id
      from inserted cross join unnest(array[${key}, ${content}]::bytea[]) as key where key is not null
      on conflict (user_id, key) do update set post_id = excluded.post_id, created_at = excluded.created_at
    )
    select id from inserted`
  return row?.id ?? null
}

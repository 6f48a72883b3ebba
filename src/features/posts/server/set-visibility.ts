import { type BulkResult, toBulkResult } from '#core/bulk-shapes.ts'
import type { ErrorCode } from '#core/error-codes.ts'
import type { Member } from '#core/viewer.ts'
import {
  deletionOfPosts,
  lockAffectedRows,
  subtractContributions,
} from '#features/members/server/deletion-plan-query.ts'
import { addToMembers } from '#features/members/server/member-counters-query.ts'
import { addToTopics } from '#features/topics/server/topics-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireActive } from '#server/session/guards.ts'
import { addContributionsOf } from './post-counters-query.ts'
import { newPrivateId } from './private-link.ts'
import { type PostServices, PRIVATE_SLUG, proposeSlug } from './publish-post.ts'
import { insertTags } from './tags-query.ts'
import {
  type ChangingPost,
  hasDuplicate,
  hidePost,
  listOwnPosts,
  showPost,
} from './visibility-changes-query.ts'

type Services = Pick<PostServices, 'indexPosts'> & { sql: Sql }

/**
 * Makes the member's own posts among `ids` private or public, in one transaction. A private post gets a link and leaves
 * its topic; a public one gets its old address or a new one, and its link ends. What is on a post stays, and every count
 * that depends on its privacy follows. All other posts count as not found. Throws 403 if a muted member publishes.
 */
export const setVisibility = (
  { sql, indexPosts }: Services,
  member: Member,
  ids: number[],
  isPrivate: boolean,
): Promise<BulkResult> => {
  if (!isPrivate) requireActive(member)
  const change = () =>
    sql.begin(async (tx) => {
      const candidates = await listOwnPosts(tx, member.id, ids)
      const { deleted: _, ...plan } = deletionOfPosts(
        tx,
        candidates.filter((post) => post.isPrivate !== isPrivate).map(({ id }) => id),
      )
      await lockAffectedRows(tx, plan)
      const own = await listOwnPosts(tx, member.id, ids)
      const rejected = new Map<number, ErrorCode>()
      const changed: ChangingPost[] = []
      // One after the other, so that of two equal prompts the second is a duplicate.
      for (const post of own.filter((each) => each.isPrivate !== isPrivate)) {
        const code = isPrivate ? null : await errorFor(tx, post, changed)
        if (code) rejected.set(post.id, code)
        else changed.push(post)
      }
      await changePosts(tx, changed, isPrivate)
      const changedIds = changed.map(({ id }) => id)
      if (changedIds.length) await indexPosts(tx, changedIds)
      const done = own.map(({ id }) => id).filter((id) => !rejected.has(id))
      return toBulkResult(ids, done, (id) => rejected.get(id) ?? 'post-not-found')
    })
  // Another post may take an address between the choice and the commit.
  return retryOnConflict(change, ['busy', 'duplicate'])
}

/** The rules for publishing, which hold for a post that becomes public as well. */
const errorFor = async (
  tx: AnySql,
  post: ChangingPost,
  others: readonly ChangingPost[],
): Promise<ErrorCode | null> => {
  if (post.hasPrivateSource) return 'private-source'
  const isDuplicate = await hasDuplicate(
    tx,
    post.id,
    others.map(({ id }) => id),
  )
  return isDuplicate ? 'duplicate-prompt' : null
}

const changePosts = async (tx: AnySql, posts: readonly ChangingPost[], isPrivate: boolean): Promise<void> => {
  const ids = posts.map(({ id }) => id)
  if (ids.length === 0) return
  await subtractContributions(tx, deletionOfPosts(tx, ids), { member: addToMembers, topic: addToTopics })
  for (const post of posts) {
    if (isPrivate) await hidePost(tx, post.id, newPrivateId())
    else await showPost(tx, post.id, slugsFor(post))
  }
  await addContributionsOf(tx, ids)
  if (!isPrivate) await insertTags(tx, [...new Set(posts.flatMap(({ tags }) => tags))])
}

/** The addresses to try in turn; the last one is unguessable, so it is free. A post that was public keeps its own. */
const slugsFor = ({ title, type, seoSlug }: ChangingPost): string[] =>
  seoSlug.startsWith(PRIVATE_SLUG)
    ? [0, 5].map((attempt) => proposeSlug({ title, type, isPrivate: false }, attempt))
    : [seoSlug]

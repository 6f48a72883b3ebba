import type { PostLabel, PostRestriction } from '#core/post-restrictions.ts'
import type { Member } from '#core/viewer.ts'
import { restoreCollection } from '#features/collections/server/restrictions-query.ts'
import { restoreComment, restrictComment } from '#features/comments/server/restrictions-query.ts'
import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { updateSanction } from '#features/members/server/sanctions-query.ts'
import type { DecisionAction, ModeratorRole, SubjectKind } from '#features/moderation/contract-values.ts'
import { type DecisionChange, isWithdrawnByDecision } from '#features/moderation/server/decisions-query.ts'
import { type LockedPostFields, lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { resolveTags } from '#features/posts/server/rename-tags-query.ts'
import { updateLabels } from '#features/posts/server/restrictions-query.ts'
import { type ResultTexts, restoreResultTexts } from '#features/results/server/restrictions-query.ts'
import { restoreRelease } from '#features/skills/server/releases-query.ts'
import { updateIsRestricted } from '#features/suggested-edits/server/restrictions-query.ts'
import { lockTopicForShare } from '#features/topics/server/topics-query.ts'
import { updateIsWithdrawn } from '#features/versions/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { undoForAccounts } from './decide-about-accounts.ts'
import { type Categories, moveToTopic, replaceTags } from './recategorize-post.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'
import { undoSuspensions } from './undo-suspensions.ts'

/**
 * Undoes what a decision has changed, in the caller's transaction, as far as the subject still exists. Returns false if
 * nothing was left to undo.
 */
export const undoDecision = async (
  tx: AnySql,
  moderator: Member,
  decision: UndoneDecision,
): Promise<boolean> => {
  const { action, kind, id, version, authorId, before } = decision
  if (action === 'warn') return true
  if (action === 'mute' || action === 'suspend') {
    const user = authorId === null ? null : await lockUserRow(tx, authorId)
    if (!user) return false
    const { isOn, endsAt } = before as { isOn: boolean; endsAt: string | null }
    if (action === 'suspend') await undoSuspensions(tx, decision.decisionId, [{ id: user.id, isOn, endsAt }])
    else
      await updateSanction(tx, user.id, action, { isOn, endsAt: endsAt === null ? null : new Date(endsAt) })
    return true
  }
  if (kind === 'member') return undoForAccounts(tx, decision)
  if (action === 'dismiss') return hideAgain(tx, kind, id, before)
  if (action === 'remove-all') return undoForAccounts(tx, decision)
  if (kind === 'post') return undoPostDecision(tx, moderator, decision)
  return restorers[kind](tx, { id, version, before })
}

export type UndoneDecision = {
  action: DecisionAction
  kind: SubjectKind
  id: number
  version: number
  authorId: number | null
  caseId: number
  decisionId: number
  moderatorRole: ModeratorRole
  before: DecisionChange
  after: DecisionChange
}

const hideAgain = async (
  tx: AnySql,
  kind: SubjectKind,
  id: number,
  before: DecisionChange,
): Promise<boolean> => {
  if (kind === 'comment' && before.wasRemoved) return restrictComment(tx, id)
  if (kind === 'post' && before.restriction)
    return (await restrictPosts(tx, [id], before.restriction as PostRestriction)).length > 0
  return true
}

/** Undoes what was decided about a post, unless its author has deleted it. */
const undoPostDecision = async (
  tx: AnySql,
  moderator: Member,
  decision: UndoneDecision,
): Promise<boolean> => {
  const { id, action, moderatorRole, before } = decision
  if (action === 'label') return (await updateLabels(tx, id, before.labels as PostLabel[])) !== null
  await lockAffectedRows(tx, planPostsChange(tx, [id]))
  const post = await lockPostFields(tx, id)
  if (!post) return false
  if (action === 'recategorize') return undoRecategorize(tx, moderator, post, decision)
  // What restricts the post for another reason since stays.
  const hidden = moderatorRole === 'automatic' ? 'reported' : 'hidden'
  if (post.restriction === null && action === 'hide') return returnReplacedText(tx, decision)
  if (post.restriction !== (action === 'remove' ? 'removed' : hidden)) return false
  const restriction = before.restriction as PostRestriction | null
  const changed =
    restriction === null ? await liftRestrictions(tx, [id]) : await restrictPosts(tx, [id], restriction)
  // An edit of what reports have hidden does not show it again, so the replaced text has been withdrawn just now.
  if (restriction === null && action === 'hide') await returnReplacedText(tx, decision)
  return changed.length > 0
}

/**
 * Lets readers see what a post said when it was hidden, if its author has replaced it since. What waited for a decision then
 * was seen by no reader, or is still hidden by reports, and stays as it is.
 */
const returnReplacedText = async (tx: AnySql, { id, before }: UndoneDecision): Promise<boolean> => {
  if (before.restriction != null) return false
  // Servers of an earlier version have not stored the version.
  const replaced = { id, version: Number(before.version ?? 0) }
  if (await isWithdrawnByDecision(tx, replaced)) return false
  return (await updateIsWithdrawn(tx, replaced, false)) !== null
}

/**
 * Brings back the topic that a locked post had, if the topic still exists, and its tags, unless somebody has changed them
 * since.
 */
const undoRecategorize = async (
  tx: AnySql,
  moderator: Member,
  post: LockedPostFields,
  { before, after }: UndoneDecision,
): Promise<true> => {
  const { topicId, tags } = before as Categories
  const written = await resolveTags(tx, [...((after as Categories).tags ?? [])])
  const isUnchanged = written.length === post.tags.length && written.every((tag) => post.tags.includes(tag))
  if (tags && isUnchanged) await replaceTags(tx, moderator, post, tags)
  if (topicId === undefined) return true
  const exists = topicId !== null && (await lockTopicForShare(tx, topicId))
  await moveToTopic(tx, post.id, exists ? topicId : null)
  return true
}

type Restored = Pick<UndoneDecision, 'id' | 'version' | 'before'>

const restorers: Record<Exclude<SubjectKind, 'post'>, (tx: AnySql, subject: Restored) => Promise<boolean>> = {
  version: async (tx, subject) => {
    const isInstallable = await restoreRelease(tx, subject.id, subject.version)
    return (await updateIsWithdrawn(tx, subject, false)) !== null || isInstallable
  },
  comment: async (tx, { id, before }) => before.wasRemoved === true || restoreComment(tx, id),
  collection: (tx, { id }) => restoreCollection(tx, id),
  'suggested-edit': (tx, { id }) => updateIsRestricted(tx, id, false),
  // The texts have been deleted with the account of their author.
  result: async (tx, { id, before }) =>
    before.texts !== undefined && restoreResultTexts(tx, id, before.texts as ResultTexts),
  member: async () => false,
}

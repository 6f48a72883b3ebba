import type { PostLabel, PostRestriction } from '#core/post-restrictions.ts'
import type { Member } from '#core/viewer.ts'
import { restoreCollection } from '#features/collections/server/restrictions-query.ts'
import { restoreComment, restrictComment } from '#features/comments/server/restrictions-query.ts'
import { lockUserRow, updateSanction } from '#features/members/server/members-query.ts'
import type { DecisionAction, SubjectKind } from '#features/moderation/contract-values.ts'
import type { DecisionChange } from '#features/moderation/server/case-query.ts'
import { updateLabels } from '#features/posts/server/restrictions-query.ts'
import { type ResultTexts, updateResultTexts } from '#features/results/server/restrictions-query.ts'
import { updateIsRestricted } from '#features/suggested-edits/server/restrictions-query.ts'
import { updateIsWithdrawn } from '#features/versions/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { type Categories, recategorize, type Sanctioned } from './apply-decision.ts'
import { caseItemsReturnJob } from './remove-everything.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

/**
 * Undoes what a decision has changed, in the caller's transaction, as far as the subject still exists. Returns false if
 * nothing was left to undo.
 */
export const undoDecision = async (
  tx: AnySql,
  moderator: Member,
  { action, kind, id, version, authorId, caseId, before }: UndoneDecision,
): Promise<boolean> => {
  if (action === 'warn') return true
  if (action === 'mute' || action === 'suspend') {
    const user = authorId === null ? null : await lockUserRow(tx, authorId)
    if (!user) return false
    const { isOn, endsAt } = before as { isOn: boolean; endsAt: string | null }
    await updateSanction(tx, user.id, action, { isOn, endsAt: endsAt === null ? null : new Date(endsAt) })
    return true
  }
  if (action === 'dismiss') return hideAgain(tx, kind, id, before)
  if (action === 'remove-all') {
    for (const { id: memberId, isOn, endsAt } of before.members as Sanctioned[]) {
      if (!(await lockUserRow(tx, memberId))) continue
      const until = endsAt === null ? null : new Date(endsAt)
      await updateSanction(tx, memberId, 'suspend', { isOn, endsAt: until })
    }
    await enqueueJob(tx, caseItemsReturnJob, { caseId })
    return true
  }
  if (kind === 'member') {
    await enqueueJob(tx, caseItemsReturnJob, { caseId })
    return true
  }
  if (kind === 'post') return undoPostDecision(tx, moderator, id, action, before)
  return restorers[kind](tx, { id, version, before })
}

export type UndoneDecision = {
  action: DecisionAction
  kind: SubjectKind
  id: number
  version: number
  authorId: number | null
  caseId: number
  before: DecisionChange
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

const undoPostDecision = async (
  tx: AnySql,
  moderator: Member,
  id: number,
  action: DecisionAction,
  before: DecisionChange,
): Promise<boolean> => {
  if (action === 'label') return (await updateLabels(tx, id, before.labels as PostLabel[])) !== null
  if (action === 'recategorize') {
    const { topicId, tags } = before as Categories
    await recategorize(tx, moderator, id, { topicId, tags })
    return true
  }
  const restriction = before.restriction as PostRestriction | null
  const changed =
    restriction === null ? await liftRestrictions(tx, [id]) : await restrictPosts(tx, [id], restriction)
  return changed.length > 0
}

type Restored = Pick<UndoneDecision, 'id' | 'version' | 'before'>

const restorers: Record<Exclude<SubjectKind, 'post'>, (tx: AnySql, subject: Restored) => Promise<boolean>> = {
  version: (tx, subject) => updateIsWithdrawn(tx, subject, false),
  comment: (tx, { id }) => restoreComment(tx, id),
  collection: (tx, { id }) => restoreCollection(tx, id),
  'suggested-edit': (tx, { id }) => updateIsRestricted(tx, id, false),
  result: async (tx, { id, before }) =>
    (await updateResultTexts(tx, id, before.texts as ResultTexts)) !== null,
  member: async () => false,
}

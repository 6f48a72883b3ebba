import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { selectStanding } from '#features/members/server/members-query.ts'
import { moderationMessages } from '#features/moderation/contract-messages.ts'
import { type DecisionAction, dismissalReasons } from '#features/moderation/contract-values.ts'
import { getModeratorRole, listPossibleActions, replacesWhatIsRead } from '#features/moderation/policy.ts'
import type { CaseRow, SubjectKey } from '#features/moderation/server/case-query.ts'
import { selectModeratedTexts } from '#features/moderation/server/moderated-texts-query.ts'
import { selectDecisionsAbout } from '#features/moderation/server/store.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { DecisionInput } from './apply-decision.ts'
import { findSubject, isReadableNow } from './moderated-subjects.ts'
import { requireReason } from './report-content.ts'

export type CaseDecision = DecisionInput & {
  reason: string
  words: string
  isLegal: boolean
  /** The revision of the subject that the moderator has read. */
  revision?: string | undefined
  /** The id of the newest decision in force about the subject, as the moderator has read it; null for none. */
  lastDecision?: number | null | undefined
}

/** Returns the reason of a decision: a dismissal has reasons of its own. Throws 400 for one that does not fit. */
export const requireDecisionReason = async (sql: Sql, { action, reason }: CaseDecision): Promise<string> => {
  if (action !== 'dismiss') {
    await requireReason(sql, reason)
    return reason
  }
  if (reason === '') return dismissalReasons[0]
  if (dismissalReasons.some((each) => each === reason)) return reason
  throw createInvalidFieldError('reason', moderationMessages.dismissalReason)
}

const PARAMETERS = ['days', 'labels', 'topicId', 'tags'] as const
const parametersOf: Partial<Record<DecisionAction, readonly (typeof PARAMETERS)[number][]>> = {
  mute: ['days'],
  suspend: ['days'],
  label: ['labels'],
  recategorize: ['topicId', 'tags'],
}

/** Throws 400 for a parameter of another action, which would change nothing, and for a missing one. */
export const requireFittingParameters = (decision: CaseDecision): void => {
  const { action, labels, topicId, tags } = decision
  const foreign = PARAMETERS.find(
    (name) => decision[name] !== undefined && !parametersOf[action]?.includes(name),
  )
  if (foreign) throw createInvalidFieldError(foreign, moderationMessages.parameterForeign)
  if (action === 'dismiss' && decision.isLegal)
    throw createInvalidFieldError('isLegal', moderationMessages.dismissalLegal)
  if (action === 'label' && !labels)
    throw createInvalidFieldError('labels', moderationMessages.labelsRequired)
  if (action === 'recategorize' && topicId === undefined && !tags)
    throw createInvalidFieldError('topicId', moderationMessages.topicOrTagsRequired)
}

/**
 * Throws 409 if somebody has decided about a locked subject, or undone a decision, since the moderator read its case: labels,
 * the topic and tags would silently replace theirs.
 */
export const requireSeenDecisions = async (
  tx: AnySql,
  member: Member,
  key: SubjectKey,
  { lastDecision }: CaseDecision,
): Promise<void> => {
  if (lastDecision === undefined) return
  const decisions = await selectDecisionsAbout(tx, member, key)
  const last = decisions.findLast(({ reversedAt }) => reversedAt === null)
  if ((last?.id ?? null) !== lastDecision)
    throw new HttpError('subject-changed', { message: moderationMessages.decidedSince })
}

/**
 * Throws 403 if somebody else has to decide, 409 if the action is not possible about what the case is about, and 400 if
 * a hidden post would be shown to readers without saying which text a moderator has read.
 */
export const requirePossibleAction = async (
  sql: AnySql,
  member: Member,
  { kind, subjectId, version, authorId, isOpen }: CaseRow,
  { action, revision }: CaseDecision,
): Promise<void> => {
  if (authorId === member.id) throw new HttpError('own-subject')
  const author = authorId === null ? null : await selectStanding(sql, authorId)
  const key = { kind, id: subjectId, version }
  const subject = await findSubject(sql, null, key)
  const topicId = subject?.topicId ?? null
  // What has been moved to a topic of others meanwhile is theirs to decide about.
  const isElsewhere = topicId !== null && !member.moderatedTopics.includes(topicId)
  if (isElsewhere && getModeratorRole(member) === 'topic-moderator') throw new HttpError('case-not-found')
  const actions = listPossibleActions(member, author, { kind, exists: subject !== null })
  if (actions.length === 0) throw new HttpError('higher-role')
  if (!actions.includes(action)) throw new HttpError('action-not-possible')
  if (subject && replacesWhatIsRead(action)) {
    const texts = await selectModeratedTexts(sql, member, key)
    if (!(await isReadableNow(sql, member, { ...key, subject, isOpen }, texts)))
      throw new HttpError('action-not-possible')
  }
  if (action === 'dismiss' && kind === 'post' && subject?.isVisible === false && revision === undefined)
    throw new HttpError('validation-failed', {
      issues: [{ path: 'revision', message: 'Name the revision that you have read' }],
    })
}

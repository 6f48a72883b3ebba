import { createInvalidFieldError } from '#core/http-error.ts'
import { moderationMessages } from '#features/moderation/contract-messages.ts'
import { type DecisionAction, dismissalReasons } from '#features/moderation/contract-values.ts'
import type { Sql } from '#server/database/connect.ts'
import type { DecisionInput } from './apply-decision.ts'
import { requireReason } from './report-content.ts'

export type CaseDecision = DecisionInput & {
  reason: string
  words: string
  isLegal: boolean
  /** The revision of the subject that the moderator has read. */
  revision?: string | undefined
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

import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { createPostSchema } from '#features/posts/contract-form.ts'
import { postMessages } from '#features/posts/contract-messages.ts'
import { lockTopicForShare } from '#features/topics/server/topics-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import type { Draft } from '../contract.ts'
import { draftMessages } from '../contract-messages.ts'
import { MAX_SCHEDULE_AHEAD_MS, MIN_SCHEDULE_AHEAD_MS } from '../contract-values.ts'
import { requireDraft } from './read-drafts.ts'
import * as store from './store.ts'

/**
 * Schedules the publication of the member's draft. Throws 400 if the time is too soon or too far ahead, or if
 * the draft is incomplete, 403 for a muted member's public post, and 404 for an unknown draft.
 */
export const scheduleDraft = async (
  sql: Sql,
  member: Member,
  id: string,
  publishAt: Date,
): Promise<Draft> => {
  const aheadMs = publishAt.getTime() - Date.now()
  if (aheadMs < MIN_SCHEDULE_AHEAD_MS) throw createInvalidFieldError('publishAt', draftMessages.tooSoon)
  if (aheadMs > MAX_SCHEDULE_AHEAD_MS) throw createInvalidFieldError('publishAt', draftMessages.tooLate)
  const draft = await requireDraft(sql, member, id)
  const parsed = createPostSchema.safeParse(draft)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    throw new HttpError('validation-failed', { message: issues[0]?.message ?? '', issues })
  }
  const { isPrivate, topicId } = draft
  if (!isPrivate) requireActiveMember(member)
  if (!isPrivate && topicId !== null && !(await lockTopicForShare(sql, topicId)))
    throw createInvalidFieldError('topicId', postMessages.topicNotFound)
  await setSchedule(sql, member, id, publishAt)
  return requireDraft(sql, member, id)
}

/** Cancels the scheduled publication of the member's draft. Throws 404 for an unknown draft. */
export const unscheduleDraft = async (sql: Sql, member: Member, id: string): Promise<Draft> => {
  await setSchedule(sql, member, id, null)
  return requireDraft(sql, member, id)
}

const setSchedule = async (sql: Sql, member: Member, id: string, publishAt: Date | null): Promise<void> => {
  if (!(await store.updateDraftSchedule(sql, member.id, id, publishAt)))
    throw new HttpError('draft-not-found')
}

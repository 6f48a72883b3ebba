import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { PostLabel, PostRestriction } from '#core/post-restrictions.ts'
import type { Member } from '#core/viewer.ts'
import { restrictCollection } from '#features/collections/server/restrictions-query.ts'
import { restoreComment, restrictComment } from '#features/comments/server/restrictions-query.ts'
import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import type { DecisionAction, SubjectKind } from '#features/moderation/contract-values.ts'
import { type DecisionChange, isRemovedByDecision } from '#features/moderation/server/decisions-query.ts'
import { lockPostRows } from '#features/posts/server/access-query.ts'
import { selectRestrictions, updateLabels } from '#features/posts/server/restrictions-query.ts'
import { updateResultTexts } from '#features/results/server/restrictions-query.ts'
import { skillMessages } from '#features/skills/contract-messages.ts'
import { withdrawRelease } from '#features/skills/server/releases-query.ts'
import { updateIsRestricted } from '#features/suggested-edits/server/restrictions-query.ts'
import { updateIsWithdrawn } from '#features/versions/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { dismissWave, sanctionAuthor, suspendAll } from './decide-about-accounts.ts'
import { readWaiting } from './read-waiting.ts'
import { recategorize } from './recategorize-post.ts'
import { renewSlug } from './renew-slug.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

/** What a moderator decides, with the parameters of the action. */
export type DecisionInput = {
  action: DecisionAction
  days?: number | undefined
  labels?: readonly PostLabel[] | undefined
  topicId?: number | null | undefined
  tags?: readonly string[] | undefined
}

/** What a decision has changed, and the members for whom it has changed something. */
type Change = { before: DecisionChange; after: DecisionChange; endsAt: Date | null; concerned: number[] }

const DAY_MS = 86_400_000

/**
 * Does what a decision says, in the caller's transaction, and returns what is needed to reverse it. Throws 404 if the
 * subject or the topic does not exist any longer, and 409 if it is as decided already.
 */
export const applyDecision = async (
  tx: AnySql,
  moderator: Member | null,
  { kind, caseId }: { kind: SubjectKind; caseId: number },
  subject: ModeratedSubject | null,
  input: DecisionInput,
): Promise<Change> => {
  const concerned = subject?.authorId == null ? [] : [subject.authorId]
  const unchanged = { before: {}, after: {}, endsAt: null, concerned }
  const { action } = input
  if (action === 'dismiss') {
    if (kind === 'member') return { ...unchanged, ...(await dismissWave(tx, caseId)) }
    const before = subject ? await showAgain(tx, kind, subject) : null
    return before ? { ...unchanged, before } : { ...unchanged, concerned: [] }
  }
  if (!subject) throw new HttpError('subject-not-found')
  if (action === 'warn') return unchanged
  if (action === 'mute' || action === 'suspend') {
    const endsAt = input.days === undefined ? null : new Date(Date.now() + input.days * DAY_MS)
    const before = await sanctionAuthor(tx, subject, action, endsAt)
    return { ...unchanged, before, endsAt }
  }
  if (action === 'remove-all') {
    const waiting = await readWaiting(tx, kind, subject)
    const members = await suspendAll(tx, moderator, caseId, subject)
    return { ...unchanged, before: { members, ...waiting }, concerned: members.map(({ id }) => id) }
  }
  const before = await changeContent(tx, moderator, kind, subject, input)
  const { labels, topicId, tags } = input
  return { ...unchanged, before, after: { labels, topicId, tags } }
}

/** Shows what was hidden before anybody had decided. Returns what is needed to hide it again, or null if it was not hidden. */
const showAgain = async (
  tx: AnySql,
  kind: SubjectKind,
  subject: ModeratedSubject,
): Promise<DecisionChange | null> => {
  const waiting = await readWaiting(tx, kind, subject)
  if (!waiting) return null
  if (kind === 'post') await liftRestrictions(tx, [subject.id])
  else await restoreComment(tx, subject.id)
  return waiting
}

const changeContent = async (
  tx: AnySql,
  moderator: Member | null,
  kind: SubjectKind,
  subject: ModeratedSubject,
  { action, labels, topicId, tags }: DecisionInput,
): Promise<DecisionChange> => {
  const { id } = subject
  if (kind === 'post') {
    if (action === 'label') return { labels: await changeLabels(tx, id, labels ?? []) }
    if (action === 'recategorize') return recategorize(tx, moderator, id, { topicId, tags })
    return restrictPost(tx, id, action === 'hide' ? 'hidden' : 'removed')
  }
  const isChanged = await removers[kind](tx, subject)
  if (!isChanged) throw new HttpError('action-not-possible')
  return isChanged === true ? {} : isChanged
}

const changeLabels = async (tx: AnySql, id: number, labels: readonly PostLabel[]): Promise<PostLabel[]> => {
  const before = await updateLabels(tx, id, [...new Set(labels)].sort())
  if (!before) throw new HttpError('subject-not-found')
  return before
}

/**
 * Returns the restriction and the version that the post had. Throws 409 if the restriction is the same, or if a removed post
 * would only be hidden.
 */
const restrictPost = async (
  tx: AnySql,
  id: number,
  restriction: PostRestriction,
): Promise<DecisionChange> => {
  await lockAffectedRows(tx, planPostsChange(tx, [id]))
  const [before] = await selectRestrictions(tx, [id])
  if (!before) throw new HttpError('subject-not-found')
  if (before.restriction === restriction || before.restriction === 'removed')
    throw new HttpError('action-not-possible')
  await restrictPosts(tx, [id], restriction)
  return { restriction: before.restriction, version: before.version }
}

type Remover = (tx: AnySql, subject: ModeratedSubject) => Promise<boolean | DecisionChange>

/** Takes away what is no post. Returns false if it is taken away already, and may return what is needed to restore it. */
const removers: Record<Exclude<SubjectKind, 'post'>, Remover> = {
  version: async (tx, subject) => {
    await lockPostRows(tx, [subject.id])
    const title = await updateIsWithdrawn(tx, subject, true)
    // The version of a skill can be installed, which ends too, also of the current one, which stays readable.
    const release = await withdrawRelease(tx, subject.id, subject.version, skillMessages.versionModerated)
    if (title !== null) await renewSlug(tx, subject.id, title)
    return title !== null || release !== null
  },
  comment: async (tx, { id }) => {
    if (await restrictComment(tx, id)) return true
    // What reports have hidden can be removed for good; what is removed already cannot.
    return (await isRemovedByDecision(tx, { kind: 'comment', id })) ? false : { wasRemoved: true }
  },
  collection: (tx, { id }) => restrictCollection(tx, id),
  'suggested-edit': (tx, { id }) => updateIsRestricted(tx, id, true),
  result: async (tx, { id }) => {
    const texts = await updateResultTexts(tx, id, { note: '', example: '' })
    return texts ? { texts } : false
  },
  member: async () => false,
}

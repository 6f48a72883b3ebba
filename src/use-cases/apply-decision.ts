import { HttpError } from '#core/http-error.ts'
import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { PostLabel, PostRestriction } from '#core/post-restrictions.ts'
import type { Member } from '#core/viewer.ts'
import { restrictCollection } from '#features/collections/server/restrictions-query.ts'
import { restoreComment, restrictComment } from '#features/comments/server/restrictions-query.ts'
import { lockAffectedRows, planPostsChange } from '#features/members/server/deletion-plan-query.ts'
import { lockUserRow, selectSanction, updateSanction } from '#features/members/server/members-query.ts'
import type { DecisionAction, SubjectKind } from '#features/moderation/contract-values.ts'
import { can } from '#features/moderation/policy.ts'
import { type DecisionChange, isRemovedByDecision } from '#features/moderation/server/case-query.ts'
import {
  deleteCaseItems,
  hasTakenItems,
  insertCaseItems,
  selectCaseItems,
} from '#features/moderation/server/spam-query.ts'
import { addMemberContributions, subtractPosts } from '#features/posts/server/post-counters-query.ts'
import { type LockedPostFields, lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { resolveTags } from '#features/posts/server/rename-tags-query.ts'
import {
  selectRestrictions,
  updateLabels,
  updateTopicOfPost,
} from '#features/posts/server/restrictions-query.ts'
import { updateResultTexts } from '#features/results/server/restrictions-query.ts'
import { updateIsRestricted } from '#features/suggested-edits/server/restrictions-query.ts'
import { lockTopicForShare } from '#features/topics/server/topics-query.ts'
import { updateIsWithdrawn } from '#features/versions/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { writeChanges } from './edit-post.ts'
import { enqueuePosts } from './index-queued-posts.ts'
import { caseItemsReturnJob } from './remove-everything.ts'
import { liftRestrictions, restrictPosts } from './restrict-posts.ts'

/** What a moderator decides, with the parameters of the action. */
export type DecisionInput = {
  action: DecisionAction
  days?: number | undefined
  labels?: readonly PostLabel[] | undefined
  topicId?: number | null | undefined
  tags?: readonly string[] | undefined
}

/** What a decision has changed. `isNoticed` is false if it changes nothing for the author. */
type Change = { before: DecisionChange; after: DecisionChange; endsAt: Date | null; isNoticed: boolean }

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
  const unchanged = { before: {}, after: {}, endsAt: null }
  const { action } = input
  if (action === 'dismiss') {
    const before = subject ? await showAgain(tx, { kind, caseId }, subject) : null
    return { ...unchanged, before: before ?? {}, isNoticed: before !== null }
  }
  if (!subject) throw new HttpError('subject-not-found')
  if (action === 'warn') return { ...unchanged, isNoticed: true }
  if (action === 'mute' || action === 'suspend') {
    const endsAt = input.days === undefined ? null : new Date(Date.now() + input.days * DAY_MS)
    const before = await sanction(tx, subject, action, endsAt)
    return { before, after: {}, endsAt, isNoticed: true }
  }
  if (action === 'remove-all') {
    const before = { members: await suspendAll(tx, moderator, caseId, subject) }
    return { ...unchanged, before, isNoticed: true }
  }
  const before = await changeContent(tx, moderator, kind, subject, input)
  const { labels, topicId, tags } = input
  return { before, after: { labels, topicId, tags }, endsAt: null, isNoticed: true }
}

const sanction = async (
  tx: AnySql,
  { authorId }: ModeratedSubject,
  action: 'mute' | 'suspend',
  endsAt: Date | null,
): Promise<DecisionChange> => {
  const user = authorId === null ? null : await lockUserRow(tx, authorId)
  const before = user && (await selectSanction(tx, user.id, action))
  if (!before) throw new HttpError('subject-not-found')
  await updateSanction(tx, user.id, action, { isOn: true, endsAt })
  return { isOn: before.isOn, endsAt: before.endsAt?.toISOString() ?? null }
}

export type Sanctioned = { id: number; isOn: boolean; endsAt: string | null }

/**
 * Suspends the accounts of a case, or its author, of whom the job `remove-everything` then takes everything away. Accounts
 * that look after the site are left out. Returns whether each was suspended before, and until when.
 */
const suspendAll = async (
  tx: AnySql,
  moderator: Member | null,
  caseId: number,
  { authorId }: ModeratedSubject,
): Promise<Sanctioned[]> => {
  if (authorId !== null) await insertCaseItems(tx, caseId, 'member', [authorId])
  const before: Sanctioned[] = []
  for (const id of await selectCaseItems(tx, caseId, 'member', MAX_ACCOUNTS)) {
    const user = await lockUserRow(tx, id)
    if (!user || (moderator && !can.sanction(moderator, user))) {
      await deleteCaseItems(tx, caseId, 'member', [id])
      continue
    }
    const sanctioned = await selectSanction(tx, id, 'suspend')
    if (!sanctioned) continue
    await updateSanction(tx, id, 'suspend', { isOn: true, endsAt: null })
    before.push({ id, isOn: sanctioned.isOn, endsAt: sanctioned.endsAt?.toISOString() ?? null })
  }
  return before
}

/** The number of accounts of a wave that one decision suspends. */
const MAX_ACCOUNTS = 1_000

/** Shows what was hidden before anybody had decided. Returns what is needed to hide it again, or null if it was not hidden. */
const showAgain = async (
  tx: AnySql,
  { kind, caseId }: { kind: SubjectKind; caseId: number },
  { id, isVisible }: ModeratedSubject,
): Promise<DecisionChange | null> => {
  if (kind === 'member') {
    if (!(await hasTakenItems(tx, caseId))) return null
    await enqueueJob(tx, caseItemsReturnJob, { caseId })
    return { wasTaken: true }
  }
  if (isVisible) return null
  if (kind === 'comment') return (await restoreComment(tx, id)) ? { wasRemoved: true } : null
  if (kind !== 'post') return null
  const [post] = await selectRestrictions(tx, [id])
  if (post?.restriction !== 'waiting' && post?.restriction !== 'reported') return null
  await liftRestrictions(tx, [id])
  return { restriction: post.restriction }
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
    return { restriction: await restrictPost(tx, id, action === 'hide' ? 'hidden' : 'removed') }
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

/** Returns the restriction that the post had. Throws 409 if it is the same, or if a removed post would only be hidden. */
const restrictPost = async (
  tx: AnySql,
  id: number,
  restriction: PostRestriction,
): Promise<PostRestriction | null> => {
  await lockAffectedRows(tx, planPostsChange(tx, [id]))
  const [before] = await selectRestrictions(tx, [id])
  if (!before) throw new HttpError('subject-not-found')
  if (before.restriction === restriction || before.restriction === 'removed')
    throw new HttpError('action-not-possible')
  await restrictPosts(tx, [id], restriction)
  return before.restriction
}

export type Categories = Pick<DecisionInput, 'topicId' | 'tags'>

/** Changes the topic or the tags of a post and returns those that it had. New tags are a version by the moderator. */
const recategorize = async (
  tx: AnySql,
  moderator: Member | null,
  id: number,
  { topicId, tags }: Categories,
): Promise<DecisionChange> => {
  await lockAffectedRows(tx, planPostsChange(tx, [id]))
  const before = await lockPostFields(tx, id)
  if (!before || !moderator) throw new HttpError('subject-not-found')
  if (topicId && !(await lockTopicForShare(tx, topicId))) throw new HttpError('topic-not-found')
  const change: DecisionChange = {}
  if (tags) {
    change.tags = before.tags
    await replaceTags(tx, moderator, before, tags)
  }
  if (topicId !== undefined) change.topicId = await moveToTopic(tx, id, topicId)
  return change
}

/** Replaces the tags of a locked post. Throws 409 if the post is removed. */
export const replaceTags = async (
  tx: AnySql,
  moderator: Member,
  post: LockedPostFields,
  tags: readonly string[],
): Promise<void> => {
  if (post.restriction === 'removed') throw new HttpError('action-not-possible')
  const changes = { tags: await resolveTags(tx, [...tags]) }
  await writeChanges(tx, post, changes, { editorId: moderator.id, note: '' })
}

/** Moves a locked post to a locked topic and returns the topic in which it was. */
export const moveToTopic = async (tx: AnySql, id: number, topicId: number | null): Promise<number | null> => {
  const { contributions } = planPostsChange(tx, [id])
  await subtractPosts(tx, contributions)
  const before = await updateTopicOfPost(tx, id, topicId)
  await addMemberContributions(tx, [id], [])
  await enqueuePosts(tx, [id])
  return before
}

type Remover = (tx: AnySql, subject: ModeratedSubject) => Promise<boolean | DecisionChange>

/** Takes away what is no post. Returns false if it is taken away already, and may return what is needed to restore it. */
const removers: Record<Exclude<SubjectKind, 'post'>, Remover> = {
  version: (tx, subject) => updateIsWithdrawn(tx, subject, true),
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

import { HttpError } from '#core/http-error.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import { selectCurrentUser } from '#features/members/server/profile-query.ts'
import { notifyMentioned } from '#features/notifications/server/mention-query.ts'
import { createPost } from '#features/posts/contract.ts'
import { createPostShape } from '#features/posts/contract-form.ts'
import { type PostServices, publishPost } from '#features/posts/server/publish-post.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import { defineJob, type JobContext } from '#server/jobs/job.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { messages } from '../contract-messages.ts'
import { completeFields } from './read-drafts.ts'
import * as store from './store.ts'

/** In one run; the next one, a minute later, publishes the others. */
const MAX_DRAFTS_PER_RUN = 500
/** How long a draft that fails for no known reason is tried again. */
const GIVE_UP_MS = 3_600_000

const { problems } = messages

/** Publishes drafts whose time has come, within a minute of it. */
export const draftPublication = defineJob({
  name: 'publish-drafts',
  schedule: '* * * * *',
  // The next run does what this one has not done.
  retries: 0,
  run: (context) => publishDueDrafts(context),
})

type Context = Pick<JobContext, 'sql' | 'files' | 'config' | 'log' | 'signal'>

/**
 * Publishes each due draft in a transaction that also deletes it, so that it is published once however often and by
 * however many servers this runs. One that cannot be published stays with a sentence that says why.
 */
const publishDueDrafts = async ({ sql, files, config, log, signal }: Context): Promise<void> => {
  const services = { sql, files, indexPosts, notifyMentioned, budget: createMediaBudget(sql, config) }
  for (const row of await store.listDueRows(sql, MAX_DRAFTS_PER_RUN)) {
    signal.throwIfAborted()
    const draft = await store.selectDueDraft(sql, row)
    if (!draft) continue
    try {
      await publish(services, draft, config.rateLimitScale)
    } catch (error) {
      if (error === CHANGED) continue
      const problem = problemOf(error)
      if (!problem) log.warn({ err: error, draft: row }, 'A scheduled post could not be published')
      const isHopeless = Date.now() - draft.publishAt.getTime() > GIVE_UP_MS
      if (problem || isHopeless) await store.updateProblem(sql, draft, problem ?? problems.unknown)
    }
  }
}

/** The draft was changed, published or deleted since it was read. */
const CHANGED = new Error('The draft has changed')

const publish = async (services: PostServices, draft: store.DueDraft, scale: number): Promise<void> => {
  const { sql } = services
  const member = await selectCurrentUser(sql, draft.userId)
  if (!member) return
  const parsed = createPostShape.safeParse({ ...completeFields(draft.fields), requestKey: draft.id })
  if (!parsed.success)
    throw new HttpError('validation-failed', {
      message: problems.incomplete(parsed.error.issues[0]?.message ?? ''),
      issues: [],
    })
  const { name, ...limit } = createPost.rateLimit
  await publishPost(services, member, parsed.data, async (tx) => {
    if (!(await store.deleteDueDraft(tx, draft))) throw CHANGED
    // In the transaction, so that a draft that cannot be published counts towards no limit.
    await consumeRateLimit(tx, { key: `${name}:${member.id}`, scale, ...limit })
  })
}

/** A sentence for the author, or null if the error says nothing about the draft. */
const problemOf = (error: unknown): string | null => {
  if (!(error instanceof HttpError) || error.status >= 500) return null
  if (error.code === 'account-muted') return problems.muted
  if (error.code === 'rate-limited') return problems.rateLimited
  const [issue] = error.issues ?? []
  if (issue?.path === 'topicId') return problems.topicDeleted
  if (issue?.path.startsWith('exampleFiles')) return problems.fileDeleted
  return error.message
}

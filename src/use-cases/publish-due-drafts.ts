import { HttpError } from '#core/http-error.ts'
import { draftMessages } from '#features/drafts/contract-messages.ts'
import { applyDraftDefaults } from '#features/drafts/server/read-drafts.ts'
import * as store from '#features/drafts/server/store.ts'
import { selectMember } from '#features/identity/server/session-query.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import type { MediaStore } from '#features/media/server/store-file.ts'
import { createPost } from '#features/posts/contract.ts'
import { createPostSchema } from '#features/posts/contract-form.ts'
import { storeNewFiles } from '#features/posts/server/example-files.ts'
import { computeIdempotencyKeys } from '#features/posts/server/idempotency-query.ts'
import { resolveLicense } from '#features/posts/site-license.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob, type JobContext } from '#server/jobs/job.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { lockAuthor, writePost } from './publish-post.ts'

/** The maximum number of drafts that one run publishes. The next run, a minute later, publishes the rest. */
const MAX_DRAFTS_PER_RUN = 500
/** How long the job keeps trying to publish a draft if the reason for the failure is unknown. */
const GIVE_UP_MS = 3_600_000

const { problems } = draftMessages

/** Publishes scheduled drafts within a minute of their scheduled time. */
export const draftPublicationJob = defineJob({
  name: 'publish-drafts',
  schedule: '* * * * *',
  // Retries are unnecessary, because the next run publishes any drafts that this run did not publish.
  retries: 0,
  run: (context) => publishDueDrafts(context),
})

type Context = Pick<JobContext, 'sql' | 'files' | 'config' | 'log' | 'signal'>

/**
 * Publishes each due draft in a transaction that also deletes the draft, so that it is published only once,
 * regardless of how often and on how many servers this job runs. A draft that cannot be published is kept, together
 * with the reason.
 */
const publishDueDrafts = async ({ sql, files, config, log, signal }: Context): Promise<void> => {
  const media = { sql, files, budget: createMediaBudget(sql, config) }
  for (const draftId of await store.selectDueDraftIds(sql, MAX_DRAFTS_PER_RUN)) {
    signal.throwIfAborted()
    const draft = await store.selectDueDraft(sql, draftId)
    if (!draft) continue
    try {
      await publishDueDraft(media, draft, config)
    } catch (error) {
      if (error === CHANGED) continue
      const problem = problemOf(error)
      if (!problem) log.warn({ err: error, draft: draftId }, 'A scheduled post could not be published')
      const isHopeless = Date.now() - draft.publishAt.getTime() > GIVE_UP_MS
      if (problem || isHopeless) await store.updateDraftProblem(sql, draft, problem ?? problems.unknown)
    }
  }
}

/** Thrown if the draft has been changed, published or deleted since it was read. */
const CHANGED = new Error('The draft has changed')

const publishDueDraft = async (
  media: MediaStore,
  draft: store.DueDraft,
  { rateLimitScale: scale, license }: Context['config'],
): Promise<void> => {
  const { sql } = media
  const member = await selectMember(sql, draft.userId)
  if (!member) return
  const parsed = createPostSchema.safeParse({ ...applyDraftDefaults(draft.fields), requestKey: draft.id })
  if (!parsed.success)
    throw new HttpError('validation-failed', {
      message: problems.incomplete(parsed.error.issues[0]?.message ?? ''),
      issues: [],
    })
  const { name, ...limit } = createPost.rateLimit
  const request = { ...parsed.data, license: resolveLicense(license, parsed.data.license) }
  const keys = await computeIdempotencyKeys(request)
  const exampleFiles = await storeNewFiles(media, member.id, request.exampleFiles)
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockAuthor(tx, member, request)
      if (!(await store.deleteDueDraft(tx, draft))) throw CHANGED
      // Consumes the rate limit within the transaction, so that a draft that cannot be published does not count
      // towards it.
      await consumeRateLimit(tx, { key: `${name}:${member.id}`, scale, ...limit })
      await writePost(tx, member, { ...request, exampleFiles }, keys)
    }),
  )
}

/** Returns a message for the author, or null if the draft itself did not cause the error. */
const problemOf = (error: unknown): string | null => {
  if (!(error instanceof HttpError) || error.status >= 500) return null
  if (error.code === 'account-muted') return problems.muted
  if (error.code === 'rate-limited') return problems.rateLimited
  const [issue] = error.issues ?? []
  if (issue?.path === 'topicId') return problems.topicDeleted
  if (issue?.path.startsWith('exampleFiles')) return problems.fileDeleted
  return error.message
}

import type { EndpointResponse } from '#core/endpoint.ts'
import { pick } from '#core/pick.ts'
import { callApi } from '#web/api-client.ts'
import { randomUuid } from '#web/random-uuid.ts'
import type { createPost, deletePost, PostCard, updatePost } from '../../contract.ts'
import { formFieldNames, isSameFieldValue, postFieldNames } from '../../contract-fields.ts'
import type { LocalPostDraft } from '../form/draft.ts'
import type { PostValues } from '../form/post-values.ts'

type Submission = PostValues & { exampleFiles: string[]; requestKey: string; draftId: string }

type Attempts = Pick<LocalPostDraft, 'wasTried' | 'hasOtherFiles'>

/**
 * Submits a post. All attempts with the same idempotency key create only one post. If an earlier attempt reached the
 * server but its response was lost, and the form has changed in the meantime, updates the created post. Throws
 * `ApiError`.
 */
export const submitPost = async (
  submission: Submission,
  { wasTried, hasOtherFiles }: Attempts,
): Promise<PostCard> => {
  const post = await callApi<typeof createPost>('POST /api/posts', { body: submission })
  if (matchesSubmission(post, submission) && !hasOtherFiles) return post
  // The key already belongs to another post that was created in another tab.
  if (!wasTried) return createWithNewKey(submission)
  if (post.isPrivate === submission.isPrivate && post.topicId === topicOf(submission)) {
    return callApi<typeof updatePost>('PATCH /api/posts/:id', {
      params: { id: post.id },
      body: pick(submission, postFieldNames),
    })
  }
  // An edit cannot change the topic or the visibility, so the outdated post is deleted.
  await callApi<typeof deletePost>('DELETE /api/posts/:id', { params: { id: post.id } })
  return createWithNewKey(submission)
}

const createWithNewKey = (submission: Submission): Promise<PostCard> =>
  callApi<typeof createPost>('POST /api/posts', { body: { ...submission, requestKey: randomUuid() } })

const topicOf = ({ isPrivate, topicId }: PostValues): number | null => (isPrivate ? null : topicId)

const matchesSubmission = (post: EndpointResponse<typeof createPost>, submission: Submission): boolean =>
  formFieldNames.every((name) => isSameFieldValue(submission[name], post[name])) &&
  post.isPrivate === submission.isPrivate &&
  post.topicId === topicOf(submission) &&
  // The server stores files with identical content only once.
  post.exampleFiles.length === new Set(submission.exampleFiles).size

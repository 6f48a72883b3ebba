import type { EndpointResponse } from '#core/endpoint.ts'
import { pick } from '#core/pick.ts'
import { call } from '#web/api-client.ts'
import { randomUuid } from '#web/random-uuid.ts'
import type { createPost, deletePost, PostCard, updatePost } from '../../contract.ts'
import { formFieldNames, isSameValue, postFieldNames } from '../../contract-fields.ts'
import type { Draft } from '../form/draft.ts'
import type { PostValues } from '../form/post-values.ts'

type Submission = PostValues & { exampleFiles: string[]; requestKey: string; draftId: string }

type Attempts = Pick<Draft, 'wasTried' | 'hasOtherFiles'>

/**
 * Submits a post. All attempts with the same idempotency key create one post. If an earlier attempt reached
 * the server but its response was lost, and the form has changed since, this updates the created post. Throws
 * `CallError`.
 */
export const submitPost = async (
  submission: Submission,
  { wasTried, hasOtherFiles }: Attempts,
): Promise<PostCard> => {
  const post = await call<typeof createPost>('POST /api/posts', { body: submission })
  if (matchesSubmission(post, submission) && !hasOtherFiles) return post
  // Another tab has already used this key for another post.
  if (!wasTried) return createWithNewKey(submission)
  if (post.isPrivate === submission.isPrivate && post.topicId === topicOf(submission)) {
    return call<typeof updatePost>('PATCH /api/posts/:id', {
      params: { id: post.id },
      body: pick(submission, postFieldNames),
    })
  }
  // An edit changes neither the topic nor who sees the post, so the outdated post is deleted.
  await call<typeof deletePost>('DELETE /api/posts/:id', { params: { id: post.id } })
  return createWithNewKey(submission)
}

const createWithNewKey = (submission: Submission): Promise<PostCard> =>
  call<typeof createPost>('POST /api/posts', { body: { ...submission, requestKey: randomUuid() } })

const topicOf = ({ isPrivate, topicId }: PostValues): number | null => (isPrivate ? null : topicId)

const matchesSubmission = (post: EndpointResponse<typeof createPost>, submission: Submission): boolean =>
  formFieldNames.every((name) => isSameValue(submission[name], post[name])) &&
  post.isPrivate === submission.isPrivate &&
  post.topicId === topicOf(submission) &&
  // The server stores two files with identical content as one.
  post.exampleFiles.length === new Set(submission.exampleFiles).size

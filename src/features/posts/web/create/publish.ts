import type { EndpointReply } from '#core/endpoint.ts'
import { createPost, deletePost, type PostCard, updatePost } from '#features/posts/contract.ts'
import type { Draft } from '#features/posts/web/form/draft.ts'
import type { PostValues } from '#features/posts/web/form/post-values.ts'
import { call } from '#web/call.ts'
import { newUuid } from '#web/new-uuid.ts'

type Sent = PostValues & { exampleFiles: string[]; requestKey: string }

type Tries = Pick<Draft, 'wasTried' | 'hasOtherFiles'>

/**
 * Sends a post; all tries with one key make one post. An earlier try may have arrived though its answer did not, and the
 * post may have been changed since: then what was made is brought up to date. Throws CallError.
 */
export const publish = async (sent: Sent, { wasTried, hasOtherFiles }: Tries): Promise<PostCard> => {
  const made = await call(createPost, { body: sent })
  if (isAsSent(made, sent) && !hasOtherFiles) return made
  // The key was used up by another post, in another tab.
  if (!wasTried) return again(sent)
  if (made.isPrivate === sent.isPrivate && made.topicId === topicOf(sent)) {
    const { title, description, prompt, type, models, exampleFiles } = sent
    return call(updatePost, {
      params: { id: made.id },
      body: { title, description, prompt, type, models, exampleFiles },
    })
  }
  // Where a post stands cannot be changed, and it must not stand where it is not wanted.
  await call(deletePost, { params: { id: made.id } })
  return again(sent)
}

const again = (sent: Sent): Promise<PostCard> =>
  call(createPost, { body: { ...sent, requestKey: newUuid() } })

const topicOf = ({ isPrivate, topicId }: PostValues): number | null => (isPrivate ? null : topicId)

const isAsSent = (made: EndpointReply<typeof createPost>, sent: Sent): boolean =>
  made.title === sent.title &&
  made.description === sent.description &&
  made.prompt === sent.prompt &&
  made.type === sent.type &&
  made.models.join() === sent.models.join() &&
  made.isPrivate === sent.isPrivate &&
  made.topicId === topicOf(sent) &&
  // Two files with the same content are one.
  made.exampleFiles.length === new Set(sent.exampleFiles).size

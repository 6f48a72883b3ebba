import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limits } from '#core/limits.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { FillablePrompt } from '#features/posts/web/FillablePrompt.tsx'
import { revealQuery } from '#features/posts/web/queries.ts'
import { reveal } from '#features/posts/web/revealed.ts'
import { texts } from '#features/posts/web/texts.ts'
import { Notice } from '#web/kit/Notice.tsx'

type Props = {
  post: PostCard
  whole: boolean
  /** The member wants the whole prompt here, and not only what the card carries of one revealed before. */
  isAsked: boolean
  draw?: ((from: number, to: number) => ReactNode) | undefined
}

/** A prompt that is not hidden (any more): to read, to fill in, to copy and to take along. */
export const OpenPrompt = ({ post, whole, isAsked, draw }: Props) => {
  const isMember = useCurrentUser() !== null
  // Said to the server once a member and post; what a list cuts off comes with the answer. Failing, it is open all the same.
  const isCounted = isMember && isAsked && post.promptLength > limits.promptShown
  const { data, error, isFetching, refetch } = useQuery({ ...revealQuery(post.id), enabled: isCounted })
  const prompt = data?.prompt ?? post.prompt
  const isCut = post.promptTruncated && !data
  return (
    <div data-own>
      <FillablePrompt
        id={String(post.id)}
        prompt={prompt}
        className={!whole && 'max-h-[420px] overflow-y-auto'}
        isCut={isCut}
        isLoading={isFetching}
        rest={
          isCut && !isAsked
            ? { load: async () => (await refetch()).data?.prompt, show: () => reveal(post.id) }
            : undefined
        }
        // Matches of a search are marked as long as the prompt is as its author wrote it.
        draw={draw && ((text) => (text === prompt ? draw(0, limits.promptShown) : text))}
      />
      {error && isCut && <Notice onRetry={() => void refetch()}>{texts.revealFailed}</Notice>}
    </div>
  )
}

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
  /** The member has pressed Reveal or opened the post's page, so the whole prompt is fetched. */
  isRequested: boolean
  renderRange?: ((from: number, to: number) => ReactNode) | undefined
}

/** A visible prompt, which can be read, filled in, copied and opened in another service. */
export const OpenPrompt = ({ post, whole, isRequested, renderRange }: Props) => {
  const isMember = useCurrentUser() !== null
  // Sent once per member and post. The response also contains what a list cuts off. If the request fails, the
  // prompt still shows.
  const isCounted = isMember && isRequested && post.promptLength > limits.promptShown
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
          isCut && !isRequested
            ? { load: async () => (await refetch()).data?.prompt, show: () => reveal(post.id) }
            : undefined
        }
        // Highlights apply only while no blank is filled in, because they are offsets into the author's text.
        draw={renderRange && ((text) => (text === prompt ? renderRange(0, limits.promptShown) : text))}
      />
      {error && isCut && <Notice onRetry={() => void refetch()}>{texts.revealFailed}</Notice>}
    </div>
  )
}

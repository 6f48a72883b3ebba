import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limits } from '#core/limits.ts'
import { cutText } from '#core/text.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { VERBATIM } from '#features/posts/web/FillablePrompt.tsx'
import { OpenPrompt } from '#features/posts/web/OpenPrompt.tsx'
import { markRevealed, reveal, useRevealed } from '#features/posts/web/revealed.ts'
import { texts } from '#features/posts/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { classes } from '#web/kit/classes.ts'
import { prepareDialog } from '#web/kit/Dialog.tsx'

type Props = {
  post: PostCard
  /** True on the post's own page, where a member sees the whole prompt at once. */
  whole: boolean
  /** Renders a range of the prompt's characters with the search matches highlighted. */
  renderRange?: ((from: number, to: number) => ReactNode) | undefined
}

/**
 * The prompt, verbatim. A hidden prompt shows 100 characters and blurs 50; the page contains no more of it
 * (docs/spec/flows.md#revealing-a-prompt).
 */
export const PromptBox = ({ post, whole, renderRange }: Props) => {
  const isMember = useCurrentUser() !== null
  const wasRevealed = useRevealed(post.id)
  const isShort = post.promptLength <= limits.promptShown
  return isShort || (isMember && (whole || wasRevealed || post.isRevealed)) ? (
    <OpenPrompt
      post={post}
      whole={whole}
      isRequested={whole || wasRevealed}
      renderRange={isShort ? renderRange : undefined}
    />
  ) : (
    <HiddenPrompt post={post} isMember={isMember} renderRange={renderRange} />
  )
}

const HiddenPrompt = ({
  post,
  isMember,
  renderRange,
}: Pick<Props, 'post' | 'renderRange'> & { isMember: boolean }) => {
  const { promptShown, promptVisitor } = limits
  const client = useQueryClient()
  const onPress = () => {
    if (!isMember) return askToSignIn('reveal', { kind: 'reveal', postId: post.id })
    reveal(post.id)
    markRevealed(client, post.id)
  }
  const shown = cutText(post.prompt, promptShown)
  // Blurred text cannot be read, so its line breaks would only take space.
  const blurred = cutText(post.prompt, promptVisitor).slice(shown.length).replace(/\s+/g, ' ')
  return (
    <div className="relative rounded-lg bg-sunken px-4 py-3">
      <pre dir="auto" className={classes(VERBATIM, 'max-h-40 overflow-hidden')}>
        {renderRange ? renderRange(0, promptShown) : shown}
        <span aria-hidden className="blur-[4px] select-none">
          {renderRange ? renderRange(promptShown, promptVisitor) : blurred}
        </span>
      </pre>
      <span className="sr-only">{texts.hidden}</span>
      <div className="mt-2 flex justify-end">
        <Button onPointerEnter={isMember ? undefined : prepareDialog} onClick={onPress}>
          {isMember ? texts.reveal : texts.signInToReveal}
        </Button>
      </div>
    </div>
  )
}

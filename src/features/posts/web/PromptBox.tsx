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
  /** On the post's own page a member reads the whole at once. */
  whole: boolean
  /** Draws the prompt's characters from one to another, for search results with their matches marked. */
  draw?: ((from: number, to: number) => ReactNode) | undefined
}

/** The prompt, verbatim. Hidden: 100 characters to read and 50 blurred; no more of it is in the page (section 4). */
export const PromptBox = ({ post, whole, draw }: Props) => {
  const isMember = useCurrentUser() !== null
  const wasRevealed = useRevealed(post.id)
  const isShort = post.promptLength <= limits.promptShown
  return isShort || (isMember && (whole || wasRevealed || post.isRevealed)) ? (
    <OpenPrompt post={post} whole={whole} isAsked={whole || wasRevealed} draw={isShort ? draw : undefined} />
  ) : (
    <HiddenPrompt post={post} isMember={isMember} draw={draw} />
  )
}

const HiddenPrompt = ({ post, isMember, draw }: Pick<Props, 'post' | 'draw'> & { isMember: boolean }) => {
  const { promptShown, promptVisitor } = limits
  const client = useQueryClient()
  const press = () => {
    if (!isMember) return askToSignIn('reveal', { kind: 'reveal', postId: post.id })
    reveal(post.id)
    markRevealed(client, post.id)
  }
  const shown = cutText(post.prompt, promptShown)
  // Nobody reads it: its line ends would only cost room.
  const blurred = cutText(post.prompt, promptVisitor).slice(shown.length).replace(/\s+/g, ' ')
  return (
    <div className="relative rounded-lg bg-sunken px-4 py-3">
      <pre dir="auto" className={classes(VERBATIM, 'max-h-40 overflow-hidden')}>
        {draw ? draw(0, promptShown) : shown}
        <span aria-hidden className="blur-[4px] select-none">
          {draw ? draw(promptShown, promptVisitor) : blurred}
        </span>
      </pre>
      <span className="sr-only">{texts.hidden}</span>
      <div className="mt-2 flex justify-end">
        <Button onPointerEnter={isMember ? undefined : prepareDialog} onClick={press}>
          {isMember ? texts.reveal : texts.signInToReveal}
        </Button>
      </div>
    </div>
  )
}

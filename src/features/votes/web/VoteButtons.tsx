import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accessMessages } from '#core/viewer.ts'
import { useIsVotePending } from '#features/posts/web/pending-votes.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { preloadToasts } from '#web/kit/Toasts.tsx'
import { showToast } from '#web/kit/toast.ts'
import { registerPendingActionHandler } from '#web/pending-action.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import type { VoteTarget } from './send-vote.ts'
import { voteTexts } from './texts.ts'

type Props = { target: VoteTarget; score: number; myVote: number; className?: string; size?: number }

/**
 * The two vote buttons with the score between them (docs/spec/flows.md#voting). The buttons are pale for a
 * visitor, whom they ask to sign in, and for a muted member. They do nothing while a vote is pending. They have
 * `aria-disabled` instead of `disabled`, so they keep focus. Those of comments are really disabled for a visitor, for whom the
 * score is enough, so that a page with many comments has few controls.
 */
export const VoteButtons = ({ target, score, myVote, className, size = 20 }: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const isPending = useIsVotePending(target.commentId ?? target.postId)
  const isMember = user !== null
  useEffect(() => {
    registerPendingVote(client)
    // Preloads the code so that the first click works even if the network fails.
    if (!isMember) return
    void load()
    preloadToasts()
  }, [client, isMember])
  const onVote = (value: 1 | -1) => {
    if (!user) return requestSignIn('vote', { kind: 'vote', ...target, value })
    if (user.isMuted)
      return showToast({
        title: user.isSuspended ? accessMessages.accountSuspended : accessMessages.accountMuted,
      })
    if (!isPending) vote(client, target, value)
  }
  const isDisabled = !user || user.isMuted
  const renderButton = (value: 1 | -1) => {
    const direction = value === 1 ? 'up' : 'down'
    const isOn = myVote === value
    return (
      <IconButton
        name={voteTexts[`${direction}vote`]}
        title={user ? undefined : voteTexts.signIn}
        aria-disabled={isDisabled || isPending}
        aria-pressed={isOn}
        disabled={!user && target.commentId !== undefined}
        data-act={`${direction}vote`}
        onClick={() => onVote(value)}
        className={classNames(isDisabled && 'opacity-55', isOn && (value === 1 ? 'text-up' : 'text-down'))}
      >
        <Icon
          name={value === 1 ? 'arrow-big-up' : 'arrow-big-down'}
          size={size}
          className={isOn ? 'fill-current' : undefined}
        />
      </IconButton>
    )
  }
  return (
    <div className={classNames('flex items-center text-muted', className)}>
      {renderButton(1)}
      <CompactNumber value={score} className="min-w-6 text-center text-sm font-semibold tabular-nums" />
      {renderButton(-1)}
    </div>
  )
}

const load = () => import('./send-vote.ts').catch(() => null)

const vote = async (client: QueryClient, target: VoteTarget, value: 1 | -1, had?: 0): Promise<void> => {
  const code = await load()
  if (code) await code.sendVote(client, target, value, had)
  else showToast({ title: voteTexts.failed, tone: 'danger' })
}

let isRegistered = false

/**
 * Registers the handler that casts the vote after sign-in. The vote is always set and never toggled, because
 * the visitor did not mean to remove an earlier vote.
 */
const registerPendingVote = (client: QueryClient): void => {
  if (isRegistered) return
  isRegistered = true
  registerPendingActionHandler('vote', ({ postId, commentId, value }) => {
    if (postId !== undefined) void vote(client, { postId, commentId }, value, 0)
  })
}

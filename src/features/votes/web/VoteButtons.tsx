import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import DownIcon from 'lucide-react/icons/arrow-big-down'
import UpIcon from 'lucide-react/icons/arrow-big-up'
import { useEffect } from 'react'
import { messages } from '#features/identity/contract.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { onSignedIn } from '#features/identity/web/pending-action.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { VoteTarget } from '#features/votes/web/cast-vote.ts'
import { useVotePending } from '#features/votes/web/pending-votes.ts'
import { texts } from '#features/votes/web/texts.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { classes } from '#web/kit/classes.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { prepareToasts } from '#web/kit/Toasts.tsx'
import { toast } from '#web/kit/toast.ts'

type Props = { target: VoteTarget; score: number; myVote: number; className?: string; size?: number }

/**
 * The score between its two buttons (section 4). They cannot vote for a visitor, whom they ask to sign in instead, for
 * a muted member, and while a vote is on its way; they stay reachable, so that the focus is not lost.
 */
export const VoteButtons = ({ target, score, myVote, className, size = 20 }: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const isPending = useVotePending(target.commentId ?? target.postId)
  const isMember = user !== null
  useEffect(() => {
    continueFor(client)
    // So that the first press finds it, even where the network has just gone.
    if (!isMember) return
    void load()
    prepareToasts()
  }, [client, isMember])
  const press = (value: 1 | -1) => {
    if (!user) return askToSignIn('vote', { kind: 'vote', ...target, value })
    if (user.isMuted) return toast({ title: messages.muted })
    if (!isPending) cast(client, target, value)
  }
  const isOff = !user || user.isMuted
  const common = { 'aria-disabled': isOff || isPending }
  const look = (isOn: boolean, hue: string) => classes(isOff && 'opacity-55', isOn && hue)
  return (
    <div className={classes('flex items-center text-muted', className)}>
      <IconButton
        {...common}
        name={texts.upvote}
        aria-pressed={myVote === 1}
        data-act="upvote"
        onClick={() => press(1)}
        className={look(myVote === 1, 'text-up')}
      >
        <UpIcon size={size} className={myVote === 1 ? 'fill-current' : undefined} />
      </IconButton>
      <CompactNumber value={score} className="min-w-6 text-center text-sm font-semibold tabular-nums" />
      <IconButton
        {...common}
        name={texts.downvote}
        aria-pressed={myVote === -1}
        data-act="downvote"
        onClick={() => press(-1)}
        className={look(myVote === -1, 'text-down')}
      >
        <DownIcon size={size} className={myVote === -1 ? 'fill-current' : undefined} />
      </IconButton>
    </div>
  )
}

const load = () => import('./cast-vote.ts').catch(() => null)

const cast = async (client: QueryClient, target: VoteTarget, value: 1 | -1, had?: 0): Promise<void> => {
  const voting = await load()
  if (voting) await voting.castVote(client, target, value, had)
  else toast({ title: texts.failed, tone: 'danger' })
}

let isContinued = false

/** A vote that waited for the sign-in is given as if there had been none: pressing was no wish to take one back. */
const continueFor = (client: QueryClient): void => {
  if (isContinued) return
  isContinued = true
  onSignedIn('vote', ({ postId, commentId, value }) => {
    if (postId !== undefined) void cast(client, { postId, commentId }, value, 0)
  })
}

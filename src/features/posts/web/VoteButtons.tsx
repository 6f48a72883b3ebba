import DownIcon from 'lucide-react/icons/arrow-big-down'
import UpIcon from 'lucide-react/icons/arrow-big-up'
import { texts } from '#features/posts/web/texts.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { classes } from '#web/kit/classes.ts'
import { IconButton } from '#web/kit/IconButton.tsx'

type Props = { score: number; myVote: number; className?: string; size?: number }

/** The score between its two buttons. They wait for voting itself. */
export const VoteButtons = ({ score, myVote, className, size = 20 }: Props) => (
  <div className={classes('flex items-center text-muted', className)}>
    <IconButton
      name={texts.upvote}
      aria-pressed={myVote === 1}
      data-act="upvote"
      disabled
      className={myVote === 1 ? 'text-up' : undefined}
    >
      <UpIcon size={size} className={myVote === 1 ? 'fill-current' : undefined} />
    </IconButton>
    <CompactNumber value={score} className="min-w-6 text-center text-sm font-semibold tabular-nums" />
    <IconButton
      name={texts.downvote}
      aria-pressed={myVote === -1}
      data-act="downvote"
      disabled
      className={myVote === -1 ? 'text-down' : undefined}
    >
      <DownIcon size={size} className={myVote === -1 ? 'fill-current' : undefined} />
    </IconButton>
  </div>
)

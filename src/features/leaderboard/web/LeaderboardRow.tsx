import { paths } from '#core/paths.ts'
import type { Contributor } from '#features/leaderboard/contract.ts'
import { texts } from '#features/leaderboard/web/texts.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { classes } from '#web/kit/classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = {
  /** Null if the member is not in the top list. */
  rank: number | null
  /** The length of the top list, for a member below it. */
  below?: number
  user: Contributor
  isYou: boolean
}

export const LeaderboardRow = ({ rank, below = 0, user, isYou }: Props) => (
  <tr className={classes('border-b tabular-nums', isYou && 'bg-sunken')}>
    <td className={classes('py-2 pr-2 pl-1', rank !== null && rank <= 3 ? 'font-semibold' : 'text-muted')}>
      {rank ?? (
        <span title={texts.belowTop(below)}>
          <span aria-hidden>–</span>
          <span className="sr-only">{texts.belowTop(below)}</span>
        </span>
      )}
    </td>
    <td className="w-full max-w-0 py-1 pr-2">
      <SiteLink
        href={paths.profile(user.username)}
        className="control flex min-w-0 items-center gap-3 rounded-lg font-medium hover:underline"
      >
        <Avatar username={user.username} picture={user.avatar} size={28} />
        <span className="min-w-0 truncate">{user.username}</span>
        {isYou && <span className="flex-none text-xs font-normal text-muted">({texts.you})</span>}
      </SiteLink>
      {/* On phones, posts and upvotes are shown below the name. */}
      <span className="block pb-1 pl-10 text-xs text-muted wide:hidden">
        <CompactNumber value={user.postCount} /> {texts.postsOf(user.postCount)} ·{' '}
        <CompactNumber value={user.totalUpvotes} /> {texts.upvotesOf(user.totalUpvotes)}
      </span>
    </td>
    <td className="py-2 pl-2 text-right text-muted narrow:hidden">
      <CompactNumber value={user.postCount} />
    </td>
    <td className="py-2 pl-2 text-right text-muted narrow:hidden">
      <CompactNumber value={user.totalUpvotes} />
    </td>
    <td className="py-2 pr-1 pl-2 text-right font-medium">
      <CompactNumber value={user.totalEngagement} />
    </td>
  </tr>
)

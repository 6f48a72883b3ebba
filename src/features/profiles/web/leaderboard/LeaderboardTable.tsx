import type { LeaderboardWindow } from '#core/feed-windows.ts'
import { paths } from '#core/paths.ts'
import type { LeaderboardEntry } from '#features/members/contract.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { leaderboardTexts } from './texts.ts'

type LeaderboardRowProps = {
  /** The rank; null if the member has no engagement or ranks below the lowest computed rank. */
  rank: number | null
  user: LeaderboardEntry
  isCurrentUser: boolean
  window: LeaderboardWindow
  /** The highest engagement on the page. */
  maxEngagement: number
}

const LeaderboardRow = ({ rank, user, isCurrentUser: isYou, window, maxEngagement }: LeaderboardRowProps) => (
  <tr className={classNames('border-b tabular-nums', isYou && 'bg-sunken')}>
    <td className={classNames('py-2 pr-2 pl-1', rank !== null && rank <= 3 ? 'font-semibold' : 'text-muted')}>
      {rank === null ? (
        <NoRank reason={user.totalEngagement > 0 ? leaderboardTexts.belowTop : leaderboardTexts.noRank} />
      ) : (
        rank
      )}
    </td>
    <td className="w-full max-w-0 py-1 pr-2">
      <SiteLink
        href={paths.profile(user.username)}
        className="control flex min-w-0 items-center gap-3 rounded-lg font-medium hover:underline"
      >
        <Avatar username={user.username} picture={user.avatar} size={28} />
        <span className="min-w-0 truncate">{user.username}</span>
        {isYou && <span className="flex-none text-xs font-normal text-muted">({leaderboardTexts.you})</span>}
      </SiteLink>
      {/* On phones, posts and upvotes appear below the name. */}
      <span className="block pb-1 pl-10 text-xs cramped:pl-0 text-muted wide:hidden">
        <CompactNumber value={user.postCount} /> {leaderboardTexts.postNoun(user.postCount)} ·{' '}
        <CompactNumber value={user.totalUpvotes} /> {leaderboardTexts.upvoteNoun(user.totalUpvotes)}
      </span>
      <EngagementBar share={user.totalEngagement / maxEngagement} />
    </td>
    {user.period && (
      <td className="py-2 pl-2 text-muted">
        <Sparkline counts={user.period.trend} />
        <span className="sr-only">{leaderboardTexts.trendOf(user.period.trend)}</span>
      </td>
    )}
    <td className="py-2 pl-2 text-right text-muted narrow:hidden">
      <CompactNumber value={user.postCount} />
    </td>
    <td className="py-2 pl-2 text-right text-muted narrow:hidden">
      <CompactNumber value={user.totalUpvotes} />
    </td>
    <td className="py-2 pr-1 pl-2 text-right font-medium">
      <CompactNumber value={user.totalEngagement} />
      {user.period && window !== 'all' && (
        <Change change={user.totalEngagement - user.period.previousEngagement} window={window} />
      )}
    </td>
  </tr>
)

/** A bar below the name. Decorative: the last column contains the number. */
const EngagementBar = ({ share }: { share: number }) => (
  <span aria-hidden className="mb-1 block h-1.5 overflow-hidden rounded-full bg-sunken wide:ml-10">
    <span className="block h-full rounded-full bg-line-strong" style={{ width: `${share * 100}%` }} />
  </span>
)

const SPARKLINE = { width: 64, height: 20 }

/** A line through the counts. Decorative: a text beside it contains the numbers. */
const Sparkline = ({ counts }: { counts: readonly number[] }) => {
  const max = Math.max(...counts)
  if (max === 0) return null
  const points = counts.map((count, index) => {
    const x = (index / Math.max(counts.length - 1, 1)) * SPARKLINE.width
    return `${x.toFixed(1)},${(SPARKLINE.height - (count / max) * SPARKLINE.height).toFixed(1)}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${SPARKLINE.width + 2} ${SPARKLINE.height + 2}`}
      className="block h-5 w-16 narrow:w-12"
      preserveAspectRatio="none"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The difference to the period before. */
const Change = ({ change, window }: { change: number; window: 'week' | 'month' }) => {
  const explanation = leaderboardTexts.changeExplanation(change, window)
  return (
    <span
      title={explanation}
      className={classNames(
        'block text-xs font-normal',
        change > 0 ? 'text-success' : change < 0 ? 'text-danger' : 'text-muted',
      )}
    >
      <span aria-hidden>{leaderboardTexts.change(change)}</span>
      <span className="sr-only">{explanation}</span>
    </span>
  )
}

const NoRank = ({ reason }: { reason: string }) => (
  <span title={reason}>
    <span aria-hidden>–</span>
    <span className="sr-only">{reason}</span>
  </span>
)

type Props = {
  window: LeaderboardWindow
  topUsers: LeaderboardEntry[]
  currentUser: (LeaderboardEntry & { rank: number | null }) | null
}

/** The table of top contributors. The member's own row is highlighted, or appended if it is not in the table. */
export const LeaderboardTable = ({ window, topUsers, currentUser }: Props) => {
  const row = { window, maxEngagement: topUsers[0]?.totalEngagement || 1 }
  const isAmongTop = topUsers.some(({ id }) => id === currentUser?.id)
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{leaderboardTexts.caption}</caption>
      <thead>
        <tr className="border-b text-xs text-muted">
          <th scope="col" className="w-12 py-2 pr-2 cramped:w-6 text-left font-medium">
            <span className="narrow:sr-only">{leaderboardTexts.rank}</span>
          </th>
          <th scope="col" className="py-2 pr-2 text-left font-medium">
            {leaderboardTexts.member}
          </th>
          {window !== 'all' && (
            <th
              scope="col"
              title={leaderboardTexts.trendExplanation[window]}
              className="py-2 pl-2 text-left font-medium"
            >
              {leaderboardTexts.trend}
            </th>
          )}
          <th scope="col" className="py-2 pl-2 text-right font-medium narrow:hidden">
            {leaderboardTexts.posts}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium narrow:hidden">
            {leaderboardTexts.upvotes}
          </th>
          <th
            scope="col"
            title={leaderboardTexts.engagementExplanation}
            className="py-2 pr-1 pl-2 text-right font-medium cramped:max-w-14 cramped:truncate"
          >
            {leaderboardTexts.engagement}
          </th>
        </tr>
      </thead>
      <tbody>
        {topUsers.map((user, index) => (
          <LeaderboardRow
            key={user.id}
            {...row}
            rank={index + 1}
            user={user}
            isCurrentUser={user.id === currentUser?.id}
          />
        ))}
        {currentUser && !isAmongTop && topUsers.length > 0 && (
          <LeaderboardRow {...row} rank={currentUser.rank} user={currentUser} isCurrentUser />
        )}
      </tbody>
    </table>
  )
}

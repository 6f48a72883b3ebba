import { paths } from '#core/paths.ts'
import type { Contributor } from '#features/members/contract.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { leaderboardTexts } from './texts.ts'

type LeaderboardRowProps = {
  /** The rank; null if the member has no engagement or ranks below the lowest computed rank. */
  rank: number | null
  user: Contributor
  isCurrentUser: boolean
}

const LeaderboardRow = ({ rank, user, isCurrentUser: isYou }: LeaderboardRowProps) => (
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
      <span className="block pb-1 pl-10 text-xs text-muted wide:hidden">
        <CompactNumber value={user.postCount} /> {leaderboardTexts.postNoun(user.postCount)} ·{' '}
        <CompactNumber value={user.totalUpvotes} /> {leaderboardTexts.upvoteNoun(user.totalUpvotes)}
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

const NoRank = ({ reason }: { reason: string }) => (
  <span title={reason}>
    <span aria-hidden>–</span>
    <span className="sr-only">{reason}</span>
  </span>
)

type Props = { topUsers: Contributor[]; currentUser: (Contributor & { rank: number | null }) | null }

/** The table of top contributors. The member's own row is highlighted, or appended if it is not in the table. */
export const LeaderboardTable = ({ topUsers, currentUser }: Props) => {
  const isAmongTop = topUsers.some(({ id }) => id === currentUser?.id)
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{leaderboardTexts.caption}</caption>
      <thead>
        <tr className="border-b text-xs text-muted">
          <th scope="col" className="w-12 py-2 pr-2 text-left font-medium">
            <span className="narrow:sr-only">{leaderboardTexts.rank}</span>
          </th>
          <th scope="col" className="py-2 pr-2 text-left font-medium">
            {leaderboardTexts.member}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium narrow:hidden">
            {leaderboardTexts.posts}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium narrow:hidden">
            {leaderboardTexts.upvotes}
          </th>
          <th
            scope="col"
            title={leaderboardTexts.engagementExplanation}
            className="py-2 pr-1 pl-2 text-right font-medium"
          >
            {leaderboardTexts.engagement}
          </th>
        </tr>
      </thead>
      <tbody>
        {topUsers.map((user, index) => (
          <LeaderboardRow
            key={user.id}
            rank={index + 1}
            user={user}
            isCurrentUser={user.id === currentUser?.id}
          />
        ))}
        {currentUser && !isAmongTop && topUsers.length > 0 && (
          <LeaderboardRow rank={currentUser.rank} user={currentUser} isCurrentUser />
        )}
      </tbody>
    </table>
  )
}

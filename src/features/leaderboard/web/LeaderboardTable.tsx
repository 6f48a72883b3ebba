import type { Contributor } from '#features/leaderboard/contract.ts'
import { LeaderboardRow } from '#features/leaderboard/web/LeaderboardRow.tsx'
import { texts } from '#features/leaderboard/web/texts.ts'

type Props = { topUsers: Contributor[]; currentUser: Contributor | null }

/** The top contributors. The member's own row is highlighted, or appended if it is not among them. */
export const LeaderboardTable = ({ topUsers, currentUser }: Props) => {
  const isAmongTop = topUsers.some(({ id }) => id === currentUser?.id)
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{texts.caption}</caption>
      <thead>
        <tr className="border-b text-xs text-muted">
          <th scope="col" className="w-12 py-2 pr-2 text-left font-medium">
            <span className="narrow:sr-only">{texts.rank}</span>
          </th>
          <th scope="col" className="py-2 pr-2 text-left font-medium">
            {texts.member}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium narrow:hidden">
            {texts.posts}
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium narrow:hidden">
            {texts.upvotes}
          </th>
          <th scope="col" title={texts.engagementMeaning} className="py-2 pl-2 text-right font-medium">
            {texts.engagement}
          </th>
        </tr>
      </thead>
      <tbody>
        {topUsers.map((user, index) => (
          <LeaderboardRow key={user.id} rank={index + 1} user={user} isYou={user.id === currentUser?.id} />
        ))}
        {currentUser && !isAmongTop && topUsers.length > 0 && (
          <LeaderboardRow rank={null} below={topUsers.length} user={currentUser} isYou />
        )}
      </tbody>
    </table>
  )
}

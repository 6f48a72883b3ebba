import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { feedTexts } from './feed-texts.ts'
import { RailBox, SiteFacts } from './layout/RightRail.tsx'

/** The right rail next to a feed. */
export const HomeRail = () => {
  const best = useQuery(topContributorsQuery).data?.topUsers ?? []
  return <HomeRailBoxes best={best} />
}

type Contributor = { id: number; username: string; avatar: string | null; totalEngagement: number }

const HomeRailBoxes = cacheOnServer('HomeRail', ({ best }: { best: Contributor[] }) => (
  <>
    {best.length > 0 && <TopContributors best={best} />}
    <SiteFacts />
  </>
))

const TopContributors = ({ best }: { best: Contributor[] }) => (
  <RailBox
    title={
      <SiteLink href={paths.leaderboard} className="hover:underline">
        {feedTexts.contributors}
      </SiteLink>
    }
  >
    <ol className="flex flex-col">
      {best.map(({ id, username, avatar, totalEngagement }) => (
        <li key={id} className="flex items-center justify-between gap-3 py-1">
          <span className="flex min-w-0 items-center gap-2">
            <Avatar username={username} picture={avatar} size={20} />
            <span className="truncate">{username}</span>
          </span>
          <CompactNumber value={totalEngagement} className="tabular-nums" />
        </li>
      ))}
    </ol>
  </RailBox>
)

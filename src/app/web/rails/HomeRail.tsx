import { useQuery } from '@tanstack/react-query'
import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { RailBox } from '#app/web/layout/RightRail.tsx'
import { texts as layoutTexts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { leaderboardQuery } from '#features/leaderboard/web/queries.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

const SHOWN = 5

/** The right rail next to a feed. */
export const HomeRail = () => (
  <>
    <TopContributors />
    <RailBox title={layoutTexts.about}>{layoutTexts.aboutText}</RailBox>
    <RailBox title={layoutTexts.houseRules}>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {layoutTexts.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </RailBox>
  </>
)

const TopContributors = () => {
  const best = useQuery(leaderboardQuery).data?.topUsers.slice(0, SHOWN) ?? []
  if (best.length === 0) return null
  return (
    <RailBox title={texts.contributors}>
      <ol className="flex flex-col">
        {best.map(({ id, username, totalEngagement }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <SiteLink
              href={paths.profile(username)}
              className="min-w-0 truncate py-1 hover:text-ink hover:underline"
            >
              {username}
            </SiteLink>
            <CompactNumber value={totalEngagement} className="tabular-nums" />
          </li>
        ))}
      </ol>
      <SiteLink href={paths.leaderboard} className="mt-1 inline-block py-1 text-accent hover:underline">
        {texts.allContributors}
      </SiteLink>
    </RailBox>
  )
}

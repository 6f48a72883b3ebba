import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { topContributorsQuery } from '#features/profiles/web/leaderboard/queries.ts'
import type { TopicInfo } from '#features/topics/contract.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { feedTexts } from './feed-texts.ts'
import { RailBox } from './layout/RightRail.tsx'
import { layoutTexts } from './layout/texts.ts'

/** The right rail next to a feed. */
export const HomeRail = () => {
  const best = useQuery(topContributorsQuery).data?.topUsers ?? []
  return <HomeRailBoxes best={best} />
}

type Contributor = { id: number; username: string; totalEngagement: number }

const HomeRailBoxes = cacheOnServer('HomeRail', ({ best }: { best: Contributor[] }) => (
  <>
    {best.length > 0 && <TopContributors best={best} />}
    <RailBox title={layoutTexts.about}>{layoutTexts.aboutText}</RailBox>
    <RailBox title={layoutTexts.houseRules}>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {layoutTexts.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </RailBox>
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
      {best.map(({ id, username, totalEngagement }) => (
        <li key={id} className="flex items-center justify-between gap-3 py-1">
          <span className="min-w-0 truncate">{username}</span>
          <CompactNumber value={totalEngagement} className="tabular-nums" />
        </li>
      ))}
    </ol>
  </RailBox>
)

/** The right rail next to a post. */
export const PostRail = ({ post }: { post: PostPage }) => (
  <RailBox title={feedTexts.postAbout}>
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1">
      <dt>{feedTexts.published}</dt>
      <dd className="text-right text-ink">
        <RelativeTime date={post.createdAt} />
      </dd>
      <dt>{feedTexts.length}</dt>
      <dd className="text-right text-ink">
        <CompactNumber value={post.promptLength} /> {feedTexts.characters(post.promptLength)}
      </dd>
      <dt>{feedTexts.saved}</dt>
      <dd className="text-right text-ink">
        <CompactNumber value={post.bookmarkCount} />
      </dd>
    </dl>
  </RailBox>
)

/** The right rail next to a topic. */
export const TopicRail = ({ topic }: { topic: TopicInfo }) => (
  <>
    <RailBox title={feedTexts.topicAbout}>
      {topic.description && (
        <p dir="auto" className="mb-2">
          {topic.description}
        </p>
      )}
      <p className="tabular-nums">{feedTexts.posts(topic.postCount)}</p>
      <a href={paths.topicFeed(topic.name)} className="inline-block py-1 text-accent hover:underline">
        {feedTexts.subscribe}
      </a>
    </RailBox>
    <RailBox title={layoutTexts.houseRules}>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {layoutTexts.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </RailBox>
  </>
)

import { paths } from '#core/paths.ts'
import type { TopicInfo } from '#features/topics/contract.ts'
import { HouseRules, RailBox } from './layout/RightRail.tsx'
import { listTexts } from './list-texts.ts'

/** The right rail next to a topic. */
export const TopicRail = ({ topic }: { topic: TopicInfo }) => (
  <>
    <RailBox title={listTexts.topicAbout}>
      {topic.description && (
        <p dir="auto" className="mb-2">
          {topic.description}
        </p>
      )}
      <p className="tabular-nums">{listTexts.posts(topic.postCount)}</p>
      <a href={paths.topicFeed(topic.name)} className="inline-block py-1 text-accent hover:underline">
        {listTexts.subscribe}
      </a>
    </RailBox>
    <HouseRules />
  </>
)

import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { RailBox } from '#app/web/layout/RightRail.tsx'
import { texts as layoutTexts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import type { TopicInfo } from '#features/topics/contract.ts'

/** The right rail next to a topic. */
export const TopicRail = ({ topic }: { topic: TopicInfo }) => (
  <>
    <RailBox title={texts.topicAbout}>
      {topic.description && (
        <p dir="auto" className="mb-2">
          {topic.description}
        </p>
      )}
      <p className="tabular-nums">{texts.posts(topic.postCount)}</p>
      <a href={paths.topicFeed(topic.name)} className="inline-block py-1 text-accent hover:underline">
        {texts.subscribe}
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

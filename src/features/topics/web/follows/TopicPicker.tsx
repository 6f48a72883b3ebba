import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import type { Topic } from '../../contract.ts'
import { topicsQuery } from '../queries.ts'
import { useFollowedTopics } from './queries.ts'
import { topicFollowTexts } from './texts.ts'
import { useTopicFollow } from './use-topic-follow.ts'

/** How many topics are shown before the member chooses to see all of them. */
const MAX_OFFERED = 24

const TopicToggle = ({ topic }: { topic: Topic }) => {
  const { isFollowing, isPending, toggle } = useTopicFollow(topic, true)
  return (
    <button
      type="button"
      aria-pressed={isFollowing}
      // The button is not `disabled`, because it would then lose focus.
      aria-disabled={isPending}
      onClick={toggle}
      className={classNames(
        'control inline-flex max-w-full items-center gap-1.5 rounded-full border px-3 text-sm',
        isFollowing ? 'border-ink bg-ink font-medium text-bg' : 'hover:border-line-strong',
      )}
    >
      <Icon name={isFollowing ? 'check' : 'plus'} size={16} />
      {topic.name}
    </button>
  )
}

type Props = { onContinue(): void }

/**
 * Lets a member who follows nothing yet choose topics to follow, hot ones first. Each choice takes effect immediately.
 */
export const TopicPicker = ({ onContinue }: Props) => {
  const { data: topics = [] } = useQuery(topicsQuery)
  const [showsAll, setShowsAll] = useState(false)
  const followed = useFollowedTopics().length
  const sorted = topics.toSorted((a, b) => Number(b.isHot) - Number(a.isHot))
  const offered = showsAll ? sorted : sorted.slice(0, MAX_OFFERED)
  return (
    <div className="flex flex-col items-start gap-5">
      <ul aria-label={topicFollowTexts.topics} className="flex max-w-full flex-wrap gap-2">
        {offered.map((topic) => (
          <li key={topic.id} className="max-w-full">
            <TopicToggle topic={topic} />
          </li>
        ))}
      </ul>
      {offered.length < sorted.length && (
        <Button variant="ghost" className="flush-start" onClick={() => setShowsAll(true)}>
          {topicFollowTexts.allTopics(sorted.length)}
        </Button>
      )}
      <Button variant="primary" disabled={followed === 0} onClick={onContinue}>
        {topicFollowTexts.toFollowing}
      </Button>
    </div>
  )
}

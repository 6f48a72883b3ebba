import { Button } from '#web/kit/Button.tsx'
import type { Topic } from '../../contract.ts'
import { topicFollowTexts } from './texts.ts'
import { useTopicFollow } from './use-topic-follow.ts'

export const TopicFollowButton = ({ topic }: { topic: Topic }) => {
  const { isFollowing, isPending, toggle } = useTopicFollow(topic)
  return (
    <Button
      variant={isFollowing ? 'plain' : 'primary'}
      // The button is not `disabled`, because it would then lose focus.
      aria-disabled={isPending}
      onClick={toggle}
      className="flex-none"
    >
      {isFollowing ? topicFollowTexts.unfollow : topicFollowTexts.follow}
    </Button>
  )
}

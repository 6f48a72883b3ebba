import { Button } from '#web/kit/Button.tsx'
import type { Topic } from '../../contract.ts'
import { texts } from './texts.ts'
import { useTopicFollow } from './use-topic-follow.ts'

export const TopicFollowButton = ({ topic }: { topic: Topic }) => {
  const { isFollowing, isPending, toggle } = useTopicFollow(topic)
  return (
    <Button
      variant={isFollowing ? 'plain' : 'primary'}
      // Not `disabled`, because the button would then lose the focus.
      aria-disabled={isPending}
      onClick={toggle}
      className="flex-none"
    >
      {isFollowing ? texts.unfollow : texts.follow}
    </Button>
  )
}

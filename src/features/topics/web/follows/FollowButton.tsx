import { Button } from '#web/kit/Button.tsx'
import type { Topic } from '../../contract.ts'
import { texts } from './texts.ts'
import { useFollow } from './use-follow.ts'

export const FollowButton = ({ topic }: { topic: Topic }) => {
  const { isFollowing, isPending, toggle } = useFollow(topic)
  return (
    <Button
      variant={isFollowing ? 'plain' : 'primary'}
      // `disabled` would make the button lose focus.
      aria-disabled={isPending}
      onClick={toggle}
      className="flex-none"
    >
      {isFollowing ? texts.unfollow : texts.follow}
    </Button>
  )
}

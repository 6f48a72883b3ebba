import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { followTopic, unfollowTopic } from '#features/follows/contract.ts'
import { followedTopicsQuery, useFollowedTopics } from '#features/follows/web/queries.ts'
import { texts } from '#features/follows/web/texts.ts'
import { messages, type Topic } from '#features/topics/contract.ts'
import { announce } from '#web/announce.ts'
import { CallError, call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { toast } from '#web/kit/toast.ts'

/** Follow or Unfollow, for members: the sidebar changes at once, and back on an error. */
export const FollowButton = ({ topic: { id, name, isHot } }: { topic: Topic }) => {
  const client = useQueryClient()
  const isFollowing = useFollowedTopics().some((topic) => topic.id === id)
  const [isPending, setIsPending] = useState(false)
  const { queryKey } = followedTopicsQuery

  const show = (isOn: boolean) =>
    client.setQueryData(queryKey, (topics = []) => {
      const others = topics.filter((topic) => topic.id !== id)
      return isOn ? [...others, { id, name, isHot }] : others
    })
  const press = async () => {
    if (isPending) return
    setIsPending(true)
    await client.cancelQueries({ queryKey })
    show(!isFollowing)
    try {
      await call(isFollowing ? unfollowTopic : followTopic, { params: { id } })
      announce(isFollowing ? texts.unfollowed(name) : texts.followed(name))
      void client.invalidateQueries({ queryKey: ['feed', 'following'], refetchType: 'none' })
      await client.invalidateQueries({ queryKey })
    } catch (error) {
      show(isFollowing)
      const isGone = error instanceof CallError && error.status === 404
      const failed = isFollowing ? texts.unfollowFailed : texts.followFailed
      toast({ title: isGone ? messages.notFound : failed, tone: 'danger' })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button
      variant={isFollowing ? 'plain' : 'primary'}
      // It stays reachable, so that the focus is not lost.
      aria-disabled={isPending}
      onClick={() => void press()}
      className="flex-none"
    >
      {isFollowing ? texts.unfollow : texts.follow}
    </Button>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { Topic } from '../../contract.ts'
import type { followTopic, unfollowTopic } from '../../contract-follows.ts'
import { topicMessages } from '../../contract-messages.ts'
import { followedTopicsQuery, useFollowedTopics } from './queries.ts'
import { topicFollowTexts } from './texts.ts'

/**
 * Returns the state of a topic's Follow button and a function that toggles it. The sidebar updates optimistically and
 * rolls back on an error. A toast leads to the feed of what the member follows, unless `isOneOfMany`.
 */
export const useTopicFollow = ({ id, name, isHot }: Topic, isOneOfMany = false) => {
  const navigation = useNavigation()
  const client = useQueryClient()
  const isFollowing = useFollowedTopics().some((topic) => topic.id === id)
  const [isPending, setIsPending] = useState(false)
  const { queryKey } = followedTopicsQuery

  const setFollowing = (isOn: boolean) =>
    client.setQueryData(queryKey, (topics = []) => {
      const others = topics.filter((topic) => topic.id !== id)
      return isOn ? [...others, { id, name, isHot }] : others
    })
  const toggle = async () => {
    if (isPending) return
    setIsPending(true)
    await client.cancelQueries({ queryKey })
    setFollowing(!isFollowing)
    try {
      await callApi<typeof unfollowTopic | typeof followTopic>(
        isFollowing ? 'DELETE /api/topics/:id/follow' : 'POST /api/topics/:id/follow',
        { params: { id } },
      )
      if (isFollowing) announce(topicFollowTexts.unfollowed(name))
      else if (isOneOfMany) announce(topicFollowTexts.followed(name))
      else
        showToast({
          title: topicFollowTexts.followed(name),
          action: { label: topicFollowTexts.seeFeed, run: () => void navigation.push(paths.following) },
        })
      void invalidateLists(client, 'followed-posts')
      await client.invalidateQueries({ queryKey })
    } catch (error) {
      setFollowing(isFollowing)
      const isNotFound = error instanceof ApiError && error.status === 404
      const failureTitle = isFollowing ? topicFollowTexts.unfollowFailed : topicFollowTexts.followFailed
      showToast({ title: isNotFound ? topicMessages.notFound : failureTitle, tone: 'danger' })
    } finally {
      setIsPending(false)
    }
  }
  return { isFollowing, isPending, toggle: () => void toggle() }
}

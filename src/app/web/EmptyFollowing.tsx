import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { type FeedParams, feedQuery } from '#features/feeds/web/queries.ts'
import { useFollowedTopics } from '#features/topics/web/follows/queries.ts'
import { TopicPicker } from '#features/topics/web/follows/TopicPicker.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { otherListTexts } from './other-list-texts.ts'
import { pageTexts } from './page-texts.ts'

/**
 * The content of an empty Following feed: topics to follow for a member who follows nothing, otherwise a link to all
 * prompts.
 */
const EmptyFollowing = ({ params }: { params: FeedParams }) => {
  const client = useQueryClient()
  const { queryKey } = feedQuery(params)
  const user = useCurrentUser()
  const followsNoTopic = useFollowedTopics().length === 0
  // The decision is made at the first render, so the other topics remain after the member picks the first
  // one.
  const [isPicking] = useState(followsNoTopic && !user?.followsMembers && !user?.followsCollections)
  return isPicking ? (
    <EmptyState
      title={otherListTexts.followingNothing}
      action={<TopicPicker onContinue={() => void client.refetchQueries({ queryKey })} />}
    >
      {otherListTexts.followingNothingText}
    </EmptyState>
  ) : (
    <EmptyState
      title={otherListTexts.followingEmpty}
      action={
        <SiteLink href={paths.home} className={buttonClasses('primary')}>
          {pageTexts.browse}
        </SiteLink>
      }
    >
      {otherListTexts.followingEmptyText}
    </EmptyState>
  )
}

export default EmptyFollowing

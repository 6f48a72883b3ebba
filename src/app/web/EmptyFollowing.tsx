import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { type FeedParams, feedQuery } from '#features/feeds/web/queries.ts'
import { PickTopics } from '#features/topics/web/follows/PickTopics.tsx'
import { useFollowedTopics } from '#features/topics/web/follows/queries.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { feedTexts as texts } from './feed-texts.ts'
import { pageTexts } from './page-texts.ts'

/** What an empty Following feed offers: topics to a member who follows none, otherwise the way to all prompts. */
const EmptyFollowing = ({ choice }: { choice: FeedParams }) => {
  const client = useQueryClient()
  const { queryKey } = feedQuery(choice)
  const user = useCurrentUser()
  const followsNoTopic = useFollowedTopics().length === 0
  // The first topic that the member picks must not take the others away.
  const [isPicking] = useState(followsNoTopic && !user?.followsMembers && !user?.followsCollections)
  return isPicking ? (
    <EmptyState
      title={texts.followingNothing}
      action={<PickTopics onContinue={() => void client.refetchQueries({ queryKey })} />}
    >
      {texts.followingNothingText}
    </EmptyState>
  ) : (
    <EmptyState
      title={texts.followingEmpty}
      action={
        <SiteLink href={paths.home} className={buttonClasses('primary')}>
          {pageTexts.browse}
        </SiteLink>
      }
    >
      {texts.followingEmptyText}
    </EmptyState>
  )
}

export default EmptyFollowing

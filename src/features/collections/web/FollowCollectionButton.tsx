import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { CollectionDetails } from '../contract.ts'
import type { followCollection, unfollowCollection } from '../contract-sharing.ts'
import { collectionTexts } from './texts.ts'

/** Follows or unfollows another member's collection. Visitors are asked to sign in. */
export const FollowCollectionButton = ({ collection }: { collection: CollectionDetails }) => {
  const { id, title, isFollowed } = collection
  const client = useQueryClient()
  const isMember = useCurrentUser() !== null
  const { isBusy, run } = useListMutation('collections')
  const toggle = async () => {
    if (isBusy) return
    const isChanged = await run(collectionTexts.followFailed, () =>
      callApi<typeof followCollection | typeof unfollowCollection>(
        isFollowed ? 'DELETE /api/collections/:id/follow' : 'POST /api/collections/:id/follow',
        { params: { id } },
      ),
    )
    if (!isChanged) return
    announce(isFollowed ? collectionTexts.unfollowed(title) : collectionTexts.followed(title))
    void invalidateLists(client, 'followed-posts')
    void client.invalidateQueries(currentUserQuery)
  }
  return (
    <Button
      variant={isFollowed ? 'plain' : 'primary'}
      // Uses `aria-disabled`, because a `disabled` button would lose focus.
      aria-disabled={isBusy}
      onPointerEnter={isMember ? undefined : preloadDialog}
      onClick={() => (isMember ? void toggle() : requestSignIn('follow'))}
    >
      {isFollowed ? collectionTexts.unfollow : collectionTexts.follow}
    </Button>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { invalidateLists, patchEntity } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { announce } from '#web/kit/LiveRegion.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import type { Profile } from '../contract.ts'
import type { followMember, unfollowMember } from '../contract-follows.ts'
import { followedMembersQuery, recentlyFollowedMembersQuery } from './queries.ts'
import { profileTexts } from './texts.ts'

/**
 * A button that follows or unfollows a member. Updates the profile optimistically and rolls back on an error. A toast leads
 * to the feed of what one follows. The button is not shown on the member's own profile.
 */
export const FollowMemberButton = ({ profile }: { profile: Profile }) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const navigation = useNavigation()
  const [isPending, setIsPending] = useState(false)
  const { id, username, isFollowed } = profile
  if (user?.id === id) return null

  const setFollowed = (isOn: boolean) =>
    patchEntity(client, 'member', id, (copy) => ({
      ...copy,
      isFollowed: isOn,
      followerCount: copy.followerCount + (isOn === copy.isFollowed ? 0 : isOn ? 1 : -1),
    }))
  const toggle = async () => {
    if (isPending) return
    setIsPending(true)
    setFollowed(!isFollowed)
    try {
      await callApi<typeof unfollowMember | typeof followMember>(
        isFollowed ? 'DELETE /api/users/:id/follow' : 'POST /api/users/:id/follow',
        { params: { id } },
      )
      if (isFollowed) announce(profileTexts.unfollowed(username))
      else
        showToast({
          title: profileTexts.followed(username),
          action: { label: profileTexts.seeFeed, run: () => void navigation.push(paths.following) },
        })
      void invalidateLists(client, 'followed-posts')
      void client.invalidateQueries(followedMembersQuery)
      void client.invalidateQueries(recentlyFollowedMembersQuery)
      void client.invalidateQueries(currentUserQuery)
    } catch (error) {
      setFollowed(isFollowed)
      showToast({
        title: profileTexts.followFailed,
        description: getErrorMessage(error, profileTexts.tryAgain),
        tone: 'danger',
      })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button
      variant={isFollowed ? 'plain' : 'primary'}
      // The button is not `disabled`, because it would then lose focus.
      aria-disabled={isPending}
      onPointerEnter={user ? undefined : preloadDialog}
      onClick={() => (user ? void toggle() : requestSignIn('follow'))}
      className="flex-none"
    >
      {isFollowed ? profileTexts.unfollow : profileTexts.follow}
    </Button>
  )
}

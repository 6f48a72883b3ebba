import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { followedMembersQuery } from '../queries.ts'
import { profileTexts } from '../texts.ts'

/**
 * Lists the members whom the current user follows, linking to their profiles, where they can be unfollowed.
 */
export const FollowedMemberList = () => {
  const { data, isError, refetch } = useQuery(followedMembersQuery)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{profileTexts.followedFailed}</ErrorNotice>
  if (!data) return <p className="text-sm text-muted">{profileTexts.loading}</p>
  if (data.length === 0) return <p className="text-sm text-muted">{profileTexts.followsNobody}</p>
  return (
    <ul aria-label={profileTexts.followedMembers} className="flex flex-wrap gap-x-4 gap-y-1">
      {data.map(({ id, username, avatar }) => (
        <li key={id}>
          <SiteLink
            href={paths.profile(username)}
            className="control inline-flex items-center gap-2 hover:underline"
          >
            <Avatar username={username} picture={avatar} size={24} />
            {username}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

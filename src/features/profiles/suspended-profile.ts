import { mapProfileFields } from '#core/profile-fields.ts'
import type { Viewer } from '#core/viewer.ts'
import type { Profile } from './contract.ts'

/** Whether the viewer sees the profile: that of a suspended member only themselves, admins and moderators. */
export const canSeeProfile = (
  viewer: Viewer,
  { id, isSuspended }: Pick<Profile, 'id' | 'isSuspended'>,
): boolean => !isSuspended || (viewer !== null && (viewer.id === id || viewer.isAdmin || viewer.isModerator))

/** What others see of a suspended member's profile instead. */
export const hiddenProfile = {
  ...mapProfileFields(() => ''),
  avatar: null,
  karma: 0,
  postCount: 0,
  followerCount: 0,
  remixCount: 0,
  collectionCount: 0,
  commentCount: 0,
  posts: [],
} satisfies Partial<Profile>

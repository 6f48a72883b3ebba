import { mapProfileFields } from '#core/profile-fields.ts'
import type { Profile } from './contract.ts'

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

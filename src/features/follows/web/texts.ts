/** What following says (section 8). */
export const texts = {
  follow: 'Follow',
  unfollow: 'Unfollow',
  followed: (topic: string) => `Following ${topic}`,
  unfollowed: (topic: string) => `No longer following ${topic}`,
  followFailed: 'Failed to follow topic',
  unfollowFailed: 'Failed to unfollow topic',
} as const

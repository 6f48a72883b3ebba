/** UI strings for following topics (docs/spec/errors.md#messages). */
export const topicFollowTexts = {
  follow: 'Follow',
  unfollow: 'Unfollow',
  followed: (topic: string) => `Following ${topic}`,
  unfollowed: (topic: string) => `Unfollowed ${topic}`,
  seeFeed: 'See your feed',
  topics: 'Topics to follow',
  allTopics: (count: number) => `Show all ${count} topics`,
  toFollowing: 'Continue',
  followFailed: 'Failed to follow topic',
  unfollowFailed: 'Failed to unfollow topic',
} as const

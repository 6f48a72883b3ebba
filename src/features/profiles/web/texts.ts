/** UI strings for the profile page. */
export const texts = {
  karma: 'karma',
  joined: 'Joined',
  posts: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  followers: (count: number) =>
    count === 1 ? '1 follower' : `${count >= 1_000 ? '1,000+' : count} followers`,
  follow: 'Follow',
  unfollow: 'Unfollow',
  followed: (username: string) => `Following ${username}`,
  unfollowed: (username: string) => `Unfollowed ${username}`,
  followFailed: "We couldn't change whom you follow",
  tryAgain: 'Please try again.',
  followedMembers: 'People you follow',
  followsNobody:
    'You follow nobody yet. Follow people on their profiles, and their new prompts appear in your Following feed.',
  followedFailed: "We couldn't load the people you follow.",
  loading: 'Loading…',
  feed: (username: string) => `Posts by ${username}`,
  website: 'Website',
  x: 'X',
  linkedin: 'LinkedIn',
  empty: 'No posts found.',
  emptyText: (username: string) => `${username} hasn't published a prompt yet.`,
  ownEmptyText: "You haven't published a prompt yet.",
} as const

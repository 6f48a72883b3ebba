/** UI strings for the profile page. */
export const texts = {
  karma: 'karma',
  joined: 'Joined',
  posts: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  feed: (username: string) => `Posts by ${username}`,
  website: 'Website',
  x: 'X',
  linkedin: 'LinkedIn',
  empty: 'No posts found.',
  emptyText: (username: string) => `${username} hasn't published a prompt yet.`,
  ownEmptyText: "You haven't published a prompt yet.",
} as const

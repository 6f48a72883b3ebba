/** UI strings for the lists of posts that a first visit can open. */
export const listTexts = {
  popular: 'Popular Posts',
  popularText: 'The highest-voted prompts.',
  newest: 'New Posts',
  newestText: 'The latest prompts, newest first.',
  top: 'Top',
  posts: (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  subscribe: 'Subscribe via RSS',
} as const

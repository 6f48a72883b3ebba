/** What comments say. */
export const texts = {
  heading: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  deleted: '[deleted]',
  top: 'Top',
  newest: 'New',
  sort: 'Sort comments',
  signIn: 'Sign in to comment',
  empty: 'No comments yet',
  emptyText: 'Did the prompt work for you? What would you change?',
  collapse: (author: string) => `Hide ${author}'s comment and its replies`,
  expand: (author: string) => `Show ${author}'s comment and its replies`,
  hidden: (count: number) => (count === 1 ? '1 comment hidden' : `${count} comments hidden`),
  nameOf: (author: string) => `Comment by ${author}`,
  permalink: 'Link to this comment',
} as const

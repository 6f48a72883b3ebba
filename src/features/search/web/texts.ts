/** What the results of a search say. */
export const texts = {
  heading: (q: string) => `Results for “${q}”`,
  feed: 'Search results',
  count: ({ count, isMore }: { count: number; isMore: boolean }) =>
    isMore ? `${count}+ results` : count === 1 ? '1 result' : `${count} results`,
  noneHasAll: 'No post matches all of these words.',
  partial: 'Partial matches',
  partialHint: 'These posts match some of the words.',
  ignored: (count: number) =>
    count === 1
      ? 'Only the first 12 words were searched for. The last one was ignored.'
      : `Only the first 12 words were searched for. The other ${count} were ignored.`,
  names: 'Matching topics and people',
  topics: 'Topics',
  people: 'People',
  signIn: 'Sign in to search whole prompts',
  signInHint: 'You are searching titles, descriptions and the beginning of each prompt.',
  corrected: 'Showing results for',
  insteadOf: (q: string) => `Nothing was found for “${q}”.`,
  empty: 'No posts found.',
  hint: 'Try fewer or other words. The search also understands:',
  hints: [
    ['"blue hour"', 'these words together'],
    ['portrait -anime', 'without a word'],
    ['type:image', 'only one type'],
    ['model:midjourney', 'only one model'],
    ['topic:writing', 'within a topic'],
    ['author:mira', 'by one member'],
  ],
  showAll: 'Show all posts',
} as const

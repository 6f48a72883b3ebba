/** What the results of a search say. */
export const texts = {
  heading: (q: string) => `Results for “${q}”`,
  feed: 'Search results',
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

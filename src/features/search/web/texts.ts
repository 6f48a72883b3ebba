/** UI strings for the search results. */
export const searchTexts = {
  heading: (q: string) => `Results for “${q}”`,
  feed: 'Search results',
  count: ({ count, isMore }: { count: number; isMore: boolean }) =>
    isMore
      ? `${count.toLocaleString('en')}+ results`
      : count === 1
        ? '1 result'
        : `${count.toLocaleString('en')} results`,
  sort: 'Sort',
  sorts: { relevance: 'Relevance', new: 'Newest', top: 'Top' },
  bestMatches: 'Best matches',
  partial: 'Partial matches',
  partialHint: 'These posts match some of the words.',
  ignored: (count: number) =>
    count === 1
      ? 'We searched for the first 12 words only and ignored the last one.'
      : `We searched for the first 12 words only and ignored the other ${count}.`,
  similar: (count: number) =>
    count === 1 ? 'A similar prompt is already public' : `${count} similar prompts are already public`,
  opensInNewTab: '(opens in a new tab)',
  names: 'Matching topics and people',
  suggestions: 'Suggestions',
  suggestionCount: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  recent: 'Recent searches',
  clearRecent: 'Clear recent searches',
  recentCleared: 'Recent searches cleared',
  recentRemoved: (q: string) => `Removed “${q}” from your recent searches`,
  removeRecent: 'Remove',
  removeHint: 'Press Delete to remove it.',
  posts: 'Posts',
  topics: 'Topics',
  people: 'People',
  signIn: 'Sign in to search full prompts',
  signInHint: "You're searching titles, descriptions and the beginning of each prompt.",
  corrected: 'Showing results for',
  empty: 'No posts found.',
  noWords:
    'Search looks for words; emoji and signs cannot be searched for. Add a word that the post may contain. You can also use:',
  onlyStopWords:
    'Search leaves out words that almost every post contains, such as “the” and “who”. Add another word. You can also use:',
  hint: 'Try fewer or different words. You can also use:',
  hints: [
    ['"blue hour"', 'exact phrase'],
    ['portrait -anime', 'exclude a word'],
    ['type:image', 'only one type'],
    ['model:midjourney', 'only one model'],
    ['works:claude', 'worked with this model'],
    ['tag:email', 'with this tag'],
    ['form:skill', 'skills only'],
    ['topic:writing', 'within a topic'],
    ['author:mira', 'by one member'],
  ],
  showAll: 'Show all posts',
} as const

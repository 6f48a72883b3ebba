import type { FeedWindow } from '#core/feed-windows.ts'

/**
 * UI strings for feeds and their filters. The wording of some is prescribed in docs/spec/errors.md#toasts.
 */
export const feedListTexts = {
  failed: 'Failed to load posts. Please try again.',
  retry: 'Try again',
  empty: 'No posts found.',
  emptyHint: 'Try different filters.',
  withoutFilters: 'Clear filters',
  emptyUnfiltered: 'Nothing has been published here yet.',
  elsewhere: 'Look elsewhere',
  end: "You've reached the end of the posts.",
  loading: 'Loading posts',
  nextPage: 'More posts',
  firstPage: 'Back to the first posts',
  showNew: (count: number, isMore: boolean) =>
    count === 1 ? 'Show 1 new post' : `Show ${count}${isMore ? '+' : ''} new posts`,
  loaded: (count: number) => (count === 1 ? '1 more post loaded' : `${count} more posts loaded`),
  filters: 'Filters',
  types: 'Types',
  all: 'All',
  models: 'Models',
  anyModel: 'Any model',
  modelCount: (count: number) => (count === 1 ? '1 model' : `${count} models`),
  clearModels: 'Any model',
  /** `models` is either one model's name or the number of models. */
  worked: (models: string) => `That worked with ${models}`,
  showModel: 'Show',
  sort: 'Sort',
  newest: 'New',
  window: 'Period',
  windows: {
    day: 'Today',
    week: 'This week',
    month: 'This month',
    year: 'This year',
    all: 'All time',
  } satisfies Record<FeedWindow, string>,
  emptyWindow: {
    day: 'No post is from the past day.',
    week: 'No post is from the past week.',
    month: 'No post is from the past month.',
    year: 'No post is from the past year.',
  },
  showWindow: {
    week: 'Show the past week',
    month: 'Show the past month',
    year: 'Show the past year',
    all: 'Show all time',
  },
  following: 'Following',
  view: 'View',
  list: 'List',
  gallery: 'Gallery',
  nextCard: 'Next post',
  previousCard: 'Previous post',
  openCard: 'Open post',
  cardComments: 'Comments',
  upvoteCard: 'Upvote',
  downvoteCard: 'Downvote',
  bookmarkCard: 'Bookmark',
} as const

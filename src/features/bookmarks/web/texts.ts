/** Texts for bookmarking (docs/spec/errors.md#messages). */
export const texts = {
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  added: 'Post bookmarked',
  removed: 'Post removed from bookmarks',
  failed: 'Failed to update bookmark',
} as const

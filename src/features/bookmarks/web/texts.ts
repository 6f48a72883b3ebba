/** UI strings for bookmarking (docs/spec/errors.md#messages). */
export const bookmarkTexts = {
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  added: 'Post bookmarked',
  addToCollection: 'Add to a collection',
  removed: 'Post removed from bookmarks',
  failed: 'Failed to update bookmark',
} as const

/** What bookmarking says (section 8). */
export const texts = {
  bookmark: 'Bookmark',
  added: 'Post bookmarked',
  removed: 'Post removed from bookmarks',
  failed: 'Failed to update bookmark',
} as const

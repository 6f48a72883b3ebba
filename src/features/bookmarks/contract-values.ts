/** Returns the cursor that starts after this bookmark, for the next page's `after` parameter. */
export const encodeBookmarkCursor = ({ bookmarkedAt, id }: { bookmarkedAt: Date; id: number }): string =>
  `${bookmarkedAt.getTime()}_${id}`

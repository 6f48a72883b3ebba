/** UI strings for a comment's menu, which are loaded with it. */
export const commentMenuTexts = {
  more: 'More',
  share: 'Share',
  shareTitle: (author: string) => `Comment by ${author}`,
} as const

/** What the author of something removed is told. */
export const texts = {
  name: 'Messages from the admins',
  removed: {
    post: (excerpt: string) => `An admin removed your post “${excerpt}”.`,
    comment: (excerpt: string) => `An admin removed your comment “${excerpt}”.`,
  },
  reason: 'Reason:',
  dismiss: 'Dismiss',
  failed: 'This could not be dismissed. Please try again.',
} as const

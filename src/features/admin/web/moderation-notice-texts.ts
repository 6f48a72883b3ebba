/** UI strings for moderation notices. */
export const moderationNoticeTexts = {
  name: 'Moderation notices',
  removed: {
    post: (excerpt: string) => `Moderators removed your post “${excerpt}”.`,
    comment: (excerpt: string) => `Moderators removed your comment “${excerpt}”.`,
  },
  reason: 'Reason:',
  details: 'Details and appeal',
  dismiss: 'Dismiss',
  failed: "We couldn't dismiss this notice. Please try again.",
} as const

import type { PostRestriction } from '#core/post-restrictions.ts'

/** What the author of a restricted post, and those who look after it, read above it. */
export const restrictionTexts = {
  forAuthor: {
    waiting: 'This post waits for a first look by a moderator. Until then, only you see it.',
    reported: 'Members have reported this post. Until moderators have decided, only you see it.',
    hidden: 'Moderators have hidden this post. Edit it, and they look at it again.',
    removed: 'Moderators have removed this post. Only you see it, and you can appeal.',
  } satisfies Record<PostRestriction, string>,
  forModerators: {
    waiting: 'Waits for a first look. Readers do not see it.',
    reported: 'Hidden by reports until a decision. Readers do not see it.',
    hidden: 'Hidden until its author edits it.',
    removed: 'Removed. Readers do not see it.',
  } satisfies Record<PostRestriction, string>,
  statements: 'Read the decision',
  standing: 'See its place in the queue',
} as const

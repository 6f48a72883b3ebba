import type { DigestFrequency, NotificationKind } from '../contract-values.ts'

type KindTexts = { label: string; hint: string }

/** UI strings for the notification settings. */
export const settingsTexts = {
  heading: 'Notifications',
  lead: 'Choose what you are notified about. Messages about content that an admin removed always reach you.',
  loading: 'Loading your settings…',
  failed: "Couldn't load your notification settings.",
  retry: 'Try again',
  saveFailed: "Couldn't save the setting",
  digest: {
    label: 'Email me a summary of unread notifications',
    sentTo: (email: string) => `To ${email}. You get no email if there is nothing new.`,
    noMail: "This site sends no email, so you can't get a summary of unread notifications.",
    unverified: "Your email isn't verified, so we can't send you a summary of unread notifications.",
    frequencies: { never: 'Never', daily: 'Daily', weekly: 'Weekly' } satisfies Record<
      DigestFrequency,
      string
    >,
  },
  quiet: {
    label: 'Quiet hours',
    hint: 'A summary that is due in these hours is sent when they end. Notifications on the site make no sound.',
    fromMinute: 'From',
    toMinute: 'To',
    zone: (name: string) => `Time zone: ${name.replaceAll('_', ' ')}`,
    same: 'Choose an end that differs from the beginning',
    tryAgain: 'Please try again.',
  },
  kinds: {
    comment: { label: 'Comments and replies', hint: 'On your posts, and to your comments' },
    mention: { label: 'Mentions', hint: 'When somebody writes @ and your name' },
    upvote: { label: 'Upvotes', hint: 'On your posts and comments' },
    bookmark: { label: 'Bookmarks', hint: 'Of your posts' },
    'suggested-edit': {
      label: 'Suggested edits',
      hint: 'Edits of your posts, and decisions about edits that you suggested',
    },
    'collection-invitation': {
      label: 'Collection invitations',
      hint: 'When somebody invites you to edit a collection',
    },
    'topic-request': { label: 'Topic requests', hint: 'Decisions about topics that you requested' },
    webhook: { label: 'Webhooks', hint: 'When one is switched off because it has failed for days' },
  } satisfies Record<NotificationKind, KindTexts>,
} as const

export const draftMessages = {
  notATime: 'Choose a date and a time',
  tooSoon: 'Choose a time at least one minute from now',
  tooLate: 'Choose a time within one year',
  /** The reasons why a scheduled draft was not published. */
  problems: {
    muted: 'Your account is muted, so only private posts can be published.',
    rateLimited: 'You had published too many posts in that hour.',
    topicDeleted: 'Its topic no longer exists. Choose another one.',
    fileDeleted: 'One of its files is no longer available. Add it again.',
    incomplete: (message: string) => `It is not complete: ${message}.`,
    unknown: 'Something went wrong on our side. Please schedule it again.',
  },
} as const

/** UI strings for members who are muted or suspended. */
export const sanctionNoticeTexts = {
  suspended: 'Your account is suspended',
  suspendedUntil: (date: string) => `Your account is suspended until ${date}`,
  suspendedText: 'You can read, export and delete what is yours, and appeal.',
  muted: 'Your account is muted',
  mutedUntil: (date: string) => `Your account is muted until ${date}`,
  mutedText: 'You can read and create private posts, but not publish, comment or vote.',
  close: 'Close',
  link: 'Read the decision',
} as const

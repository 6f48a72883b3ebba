/** UI strings for members who are muted or suspended. */
export const sanctionNoticeTexts = {
  suspendedText: 'You can read, export and delete what is yours, and appeal.',
  mutedText: 'You can read and create private posts, but not publish, comment or vote.',
  close: 'Close',
  link: 'Read the decision',
} as const

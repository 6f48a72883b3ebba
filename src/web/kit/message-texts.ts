/** UI strings for dialogs, toasts and what else is loaded on demand. */
export const messageTexts = {
  close: 'Close',
  nothingMatches: 'No matches.',
  notifications: 'Notifications ({hotkey})',
  cancel: 'Cancel',
  removed: 'Removed:',
  added: 'Added:',
  again: 'Please try again.',
  formNeedsScript: 'Sending this form needs JavaScript.',
  offline: "We couldn't reach the site. Check your connection and try again.",
  tooLarge: 'This is too large to send. Remove or shrink a file and try again.',
} as const

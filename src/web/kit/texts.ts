/** UI strings for the components in this folder. */
export const kitTexts = {
  close: 'Close',
  working: 'Working…',
  retry: 'Try again',
  nothingMatches: 'No matches.',
  notifications: 'Notifications ({hotkey})',
  cancel: 'Cancel',
  removed: 'Removed:',
  added: 'Added:',
  again: 'Please try again.',
  offline: "We couldn't reach the site. Check your connection and try again.",
  tooLarge: 'This is too large to send. Remove or shrink a file and try again.',
} as const

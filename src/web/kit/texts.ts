/** What the kit itself says. */
export const texts = {
  close: 'Close',
  working: 'Working…',
  retry: 'Try again',
  nothingMatches: 'Nothing matches',
  notifications: 'Notifications ({hotkey})',
  cancel: 'Cancel',
  again: 'Please try again.',
  offline: 'The site could not be reached. Please try again.',
  tooLarge: 'This is more than the site takes. Remove or shrink a file and try again.',
} as const

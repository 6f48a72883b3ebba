/** What the kit itself says. */
export const texts = {
  close: 'Close',
  working: 'Working…',
  retry: 'Try again',
  nothingMatches: 'Nothing matches',
  notifications: 'Notifications ({hotkey})',
  cancel: 'Cancel',
} as const

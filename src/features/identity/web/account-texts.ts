/** What the parts of the settings page say that are about signing in. */
export const texts = {
  sessions: 'Where you are signed in',
  thisDevice: 'This device',
  lastSeen: 'Last seen',
  endOthers: 'Sign out everywhere else',
  ending: 'Signing out…',
  ended: (count: number) =>
    count === 1 ? 'Signed out in 1 other place' : `Signed out in ${count} other places`,
  endFailed: 'The other devices could not be signed out. Please try again.',
  sessionsFailed: 'Your sessions could not be loaded.',
  password: 'Password',
  current: 'Current password',
  next: 'New password',
  nextHint: 'At least 10 characters. Every other device is signed out.',
  change: 'Change password',
  changing: 'Changing…',
  changed: 'Password changed',
  changeFailed: 'The password could not be changed',
} as const

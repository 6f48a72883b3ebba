/** UI strings for the components in this folder. */
export const kitTexts = {
  working: 'Working…',
  retry: 'Try again',
} as const

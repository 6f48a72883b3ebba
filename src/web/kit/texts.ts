/** UI strings for the components in this folder. */
export const kitTexts = {
  working: 'Working…',
  retry: 'Try again',
  boxFailed: 'Something went wrong here.',
  loadFailed: "We couldn't load this. Check your connection and try again.",
} as const

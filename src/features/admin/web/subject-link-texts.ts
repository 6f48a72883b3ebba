/** UI strings for links to what an admin's action affects. */
export const subjectLinkTexts = {
  viewProfile: (name: string) => `View ${name}’s profile`,
  viewTopic: (name: string) => `View the topic ${name}`,
  newTab: ' (opens in a new tab)',
} as const

/** UI strings for suspended members. */
export const suspensionTexts = {
  heading: 'Your account is suspended',
  text: 'You can read, export and delete what is yours, and appeal.',
  link: 'Read the decision',
} as const

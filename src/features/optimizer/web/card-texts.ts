/** The texts of the card on the home page; all others are loaded with the optimizer. */
export const cardTexts = {
  title: 'Already have a prompt?',
  text: 'Make it clearer for the model you use.',
  action: 'Optimize it',
} as const

/** What the optimizer's place on the home page says; the rest comes with the optimizer itself. */
export const cardTexts = {
  title: 'Have a prompt already?',
  text: 'Make it clearer for the model you use.',
  action: 'Optimize it',
} as const

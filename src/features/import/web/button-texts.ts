/** UI strings where the import of posts is offered, apart from those that are loaded with it. */
export const importButtonTexts = {
  heading: 'Import posts',
  intro:
    'Bring prompts from files, or from another site or program. You choose which, and only you see them at first.',
  open: 'Import posts',
} as const

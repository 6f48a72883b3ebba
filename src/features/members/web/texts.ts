/** UI strings for the mention suggestions. */
export const memberTexts = {
  suggestions: 'Members to mention',
  suggestionCount: (count: number) =>
    count === 1 ? '1 member to mention' : `${count} members to mention, use the arrow keys to choose`,
} as const

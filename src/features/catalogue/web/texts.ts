/** What choosing models says. */
export const texts = {
  models: 'AI Models (optional)',
  none: '-- (No specific model)',
  search: 'Search models',
  noMatch: 'No model of that name',
  selected: (count: number, most: number) => `Selected: ${count}/${most} models`,
} as const

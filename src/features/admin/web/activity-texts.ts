/** UI strings for the activity charts. */
export const activityTexts = {
  days: (days: string) => `${days} days`,
  period: 'Period',
  series: {
    signUps: 'Sign-ups',
    posts: 'Public posts',
    reveals: 'Reveals',
    optimizations: 'Optimizations',
  },
  perDay: 'per day',
  total: (count: number) => `${count.toLocaleString('en')} total`,
  summary: (name: string, total: number, max: number, day: string) =>
    `${name} per day: ${total.toLocaleString('en')} total, with a peak of ${max.toLocaleString('en')} on ${day}`,
  asTable: 'Show as table',
  day: 'Day (UTC)',
} as const

/** What the advertising card says. */
export const messages = {
  name: 'Advertisement',
  title: 'Your product could stand here',
  text: 'Reach people who write prompts every day.',
  ask: 'Advertise here',
  later: 'Advertising requests open soon',
} as const

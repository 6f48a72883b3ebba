/** What galleries say. */
export const texts = {
  open: (kind: 'image' | 'video', title: string, at: number) => `Example ${kind} ${at} of ${title}`,
  more: (count: number) => `+${count}`,
  preview: (title: string) => `Examples of ${title}`,
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  download: 'Download',
  place: (at: number, count: number) => `${at} of ${count}`,
} as const

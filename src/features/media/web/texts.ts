/** What galleries say. */
export const texts = {
  open: (kind: 'image' | 'video', title: string, at: number) => `Example ${kind} ${at} of ${title}`,
  /** Says what stands on it too, for who calls it by what they see. */
  openMore: (kind: 'image' | 'video', title: string, at: number, count: number) =>
    `Example ${kind} ${at} of ${title}, +${count} more`,
  more: (count: number) => `+${count}`,
  preview: (title: string) => `Examples of ${title}`,
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  download: 'Download',
  place: (at: number, count: number) => `${at} of ${count}`,
} as const

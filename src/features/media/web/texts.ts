/** UI strings for galleries. */
export const mediaTexts = {
  pause: 'Pause animation',
  play: 'Play animation',
  cannotPlay: 'Your browser cannot play this video',
  downloadVideo: 'Download the video',
  open: (kind: 'image' | 'video', title: string, position: number) =>
    `Example ${kind} ${position} of ${title}`,
  /** The label includes the visible "+N", so that speech input can refer to it (WCAG 2.5.3). */
  openMore: (kind: 'image' | 'video', title: string, position: number, count: number) =>
    `Example ${kind} ${position} of ${title}, +${count} more`,
  more: (count: number) => `+${count}`,
  preview: (title: string) => `Examples of ${title}`,
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  download: 'Download',
  position: (position: number, count: number) => `${position} of ${count}`,
} as const

/** UI strings for the preview of example files and for animations. */
export const previewTexts = {
  pause: 'Pause animation',
  play: 'Play animation',
  preview: (title: string) => `Examples of ${title}`,
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  download: 'Download',
  position: (position: number, count: number) => `${position} of ${count}`,
} as const

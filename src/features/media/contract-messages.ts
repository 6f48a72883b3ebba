/** Messages about files, which the server returns and the browser shows. They are not part of the first visit. */
export const mediaMessages = {
  tooLarge: 'File too large',
  invalidType: 'Invalid file type',
  unsupportedFormat: (format: string) =>
    `Invalid file type: ${format} is not supported. Upload a PNG, JPEG, GIF, WebP or AVIF image, or an MP4, MOV or WebM video.`,
  unreadable:
    "We couldn't read this file. It is damaged or incomplete, or has no picture. Export it again and upload that.",
  hiddenScenes:
    'This video still contains parts that were cut away. Export the trimmed clip as a new video and upload that.',
  notUploadedByYou: "You can only use files that you've uploaded",
} as const

export const unplayableTexts = {
  cannotPlay: 'Your browser cannot play this video',
  downloadVideo: 'Download the video',
} as const

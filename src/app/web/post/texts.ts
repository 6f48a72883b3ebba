/** UI strings for a post's page. */
export const postPageTexts = {
  report: 'Report this post',
  tags: 'Tags',
  blanksIn: {
    everywhere: 'Blanks are everywhere in this prompt, also in code blocks.',
    nowhere: 'Blanks are nowhere in this prompt.',
  },
  shareLink: 'Share link',
  embed: 'Embed',
  embedCopied: 'Embed code copied',
  embedFailed: "We couldn't copy the embed code",
  home: 'Home',
  postAbout: 'About this post',
  similarPosts: 'Similar prompts',
  moreIn: (topic: string) => `More in ${topic}`,
  moreBy: (username: string) => `More by ${username}`,
  points: (score: number) => (score === 1 ? '1 point' : `${score} points`),
  published: 'Published',
  length: 'Prompt length',
  characters: (count: number) => (count === 1 ? 'character' : 'characters'),
  saved: 'Bookmarked',
} as const

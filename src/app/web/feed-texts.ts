/** UI strings for the pages with feeds. */
export const feedTexts = {
  heroTitle: 'Prompts worth keeping',
  heroText: 'Fill in the blanks, copy, or open in ChatGPT or Claude.',
  heroCount: (count: number) => (count === 1 ? '1 prompt.' : `${count.toLocaleString('en')} prompts.`),
  showcase: 'Examples',
  answerOf: (model: string) => `Answer from ${model}`,
  heroExamples: ['interview', 'poster', 'code review'],
  heroSearch: 'Find prompts',
  heroPlaceholder: 'What should the prompt do?',
  heroType: 'Type',
  heroAnyType: 'All types',
  heroSubmit: 'Find',
  homeHeading: 'Trending prompts',
  homeDescription: 'A community library of AI prompts for text, code, images, video and audio.',
  trending: 'Trending',
  followingFeed: 'From topics and people you follow',
  contributors: 'Top contributors',
} as const

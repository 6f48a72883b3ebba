import type { AuthorName } from './authors.ts'

export type SeedComment = { author: AuthorName; content: string; replies?: SeedComment[] }

/** Comment threads by the title of their post. */
export const seedConversations: Record<string, SeedComment[]> = {
  'Patient editor that keeps your voice': [
    {
      author: 'ananyarao',
      content:
        'The 15% limit is what makes this work. Without it every model rewrites my students into the same person.',
      replies: [
        {
          author: 'mirelakov',
          content:
            'That number came from a real editor’s contract. For letters of application I go down to 5%.',
          replies: [{ author: 'ananyarao', content: 'Stealing that, thank you.' }],
        },
      ],
    },
    { author: 'tobiasfern', content: 'Works for READMEs as well: set the audience to “someone at 2 a.m.”.' },
  ],
  'Explain this slow PostgreSQL query': [
    {
      author: 'collection',
      content:
        '“The first node where the estimate is off by more than ten times” found a missing extended statistic for us in a minute.',
      replies: [{ author: 'tobiasfern', content: 'Correlated columns, nearly every time. Glad it helped.' }],
    },
    { author: 'kenjimori', content: 'I do not understand half of it and still fixed my query. Thanks!' },
  ],
  'Fog over terraced hills at first light': [
    {
      author: 'kenjimori',
      content: 'Compressed perspective plus a high horizon: that is the whole trick. Lovely.',
      replies: [
        {
          author: 'jonasweber',
          content: 'And keep one light in the frame. Without it the fog has no scale.',
        },
      ],
    },
    { author: 'mirelakov', content: 'I swapped the hills for rooftops and it still holds together.' },
  ],
  'Socratic tutor for any subject': [
    {
      author: 'tobiasfern',
      content:
        'Used it for two weeks of linear algebra. The hint ladder keeps it from giving the answer away.',
      replies: [
        {
          author: 'ananyarao',
          content: 'Did it keep to one question a message? Some models need a reminder after a while.',
          replies: [
            {
              author: 'tobiasfern',
              content: 'It slipped once; repeating the rule fixed it for the rest of the session.',
            },
          ],
        },
      ],
    },
  ],
  'Lullaby for upright piano and rain': [
    { author: 'jonasweber', content: 'My daughter asks for “the rain one” every evening now.' },
    { author: 'collection', content: 'The bridge in the relative minor is worth the price of admission.' },
  ],
  'Slow push through a rain-soaked greenhouse': [
    {
      author: 'jonasweber',
      content: 'Timing the focus pull by seconds is so much more reliable than “slowly”.',
      replies: [{ author: 'kenjimori', content: 'Exactly: a verb and a second. Everything else is mood.' }],
    },
  ],
  'Decision memo with a real opponent inside': [
    {
      author: 'lucialima',
      content: 'The opponent’s page talked me out of buying a studio. I am grateful, mostly.',
    },
  ],
  'Safe migration plan without downtime': [
    {
      author: 'collection',
      content:
        'Add “what does the old version do when it meets a row written by the new one?” and it catches even more.',
      replies: [
        { author: 'tobiasfern', content: 'Good one, that is the question behind half of our rollbacks.' },
      ],
    },
  ],
}

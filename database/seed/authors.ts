/** The first author is the default user, whose provider id is `fake_default`. */
export const seedAuthors = [
  {
    username: 'collection',
    googleId: 'fake_default',
    bio: 'The house account: prompts written and tested by the editors.',
  },
  {
    username: 'mirelakov',
    googleId: 'fake_mirelakov',
    bio: 'Editor. I like prompts that ask questions first.',
  },
  { username: 'tobiasfern', googleId: 'fake_tobiasfern', bio: 'Backend engineer, happiest in a query plan.' },
  { username: 'ananyarao', googleId: 'fake_ananyarao', bio: 'Teacher and curriculum designer.' },
  {
    username: 'jonasweber',
    googleId: 'fake_jonasweber',
    bio: 'Photographer who writes light down before shooting it.',
  },
  { username: 'lucialima', googleId: 'fake_lucialima', bio: 'Composer, sound designer, early riser.' },
  {
    username: 'kenjimori',
    googleId: 'fake_kenjimori',
    bio: 'Motion designer. Storyboards on paper, always.',
  },
] as const

export type AuthorName = (typeof seedAuthors)[number]['username']

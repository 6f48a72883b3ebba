import { formatCountWithNoun } from './format-count-with-noun.ts'

/** UI strings for the Tags tab. */
export const tagTexts = {
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  renameText: (posts: number) =>
    `It is on ${formatCountWithNoun(posts, 'post')}. If the new name is a tag already, the two become one. The old page will redirect.`,
  name: 'New name',
  renamed: (name: string) => `Renamed ${name}`,
  posts: (count: number) => formatCountWithNoun(count, 'post'),
} as const

import { countOf } from './count-of.ts'

/** Texts for the Tags tab. */
export const tagTexts = {
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  renameText: (posts: number) =>
    `It is on ${countOf(posts, 'post')}. If the new name is a tag already, the two become one. The old page will redirect.`,
  name: 'New name',
  renamed: (name: string) => `Renamed ${name}`,
  posts: (count: number) => countOf(count, 'post'),
} as const

import type { ComponentPropsWithRef } from 'react'
import type { Author } from '#core/author.ts'
import { paths } from '#core/paths.ts'
import type { Suggestions } from '../contract-suggestions.ts'
import { searchTexts } from './texts.ts'

/** The attributes and event handlers that the combobox passes to its field. The field manages its own value. */
export type ComboboxInputProps = Omit<ComponentPropsWithRef<'input'>, 'ref' | 'value' | 'defaultValue'>

export type SuggestionItem = { key: string; href: string; label: string } & (
  | { kind: 'recent' | 'topic' }
  | { kind: 'post'; note: string }
  | { kind: 'person'; author: Author }
)

type Group = { label: string; options: SuggestionItem[] }

export const buildRecentSearchGroup = (searches: readonly string[]): Group[] =>
  filled([
    {
      label: searchTexts.recent,
      options: searches.map((q, index) => ({
        kind: 'recent',
        key: `recent-${index}`,
        href: paths.search(q),
        label: q,
      })),
    },
  ])

export const buildSuggestionGroups = ({ posts, topics, people }: Suggestions = NONE): Group[] =>
  filled([
    {
      label: searchTexts.posts,
      options: posts.map((post) => ({
        kind: 'post',
        key: `post-${post.id}`,
        href: paths.post(post),
        label: post.title,
        note: post.type,
      })),
    },
    {
      label: searchTexts.topics,
      options: topics.map(({ id, name }) => ({
        kind: 'topic',
        key: `topic-${id}`,
        href: paths.topic(name),
        label: name,
      })),
    },
    {
      label: searchTexts.people,
      options: people.map((author) => ({
        kind: 'person',
        key: `person-${author.id}`,
        href: paths.profile(author.username),
        label: author.username,
        author,
      })),
    },
  ])

const NONE: Suggestions = { posts: [], topics: [], people: [] }

const filled = (groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0)

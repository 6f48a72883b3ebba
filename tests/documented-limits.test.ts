import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'

const page = await readFile(new URL('../docs/spec/limits.md', import.meta.url), 'utf8')

/** What docs/spec/limits.md says of each limit, with a hash in the place of the number. */
const sentences: Partial<Record<keyof typeof limits, string>> = {
  title: 'Title #',
  description: 'description #',
  prompt: 'prompt #',
  sourceUrl: 'source URL #',
  versionNote: 'note of a version #',
  resultNote: 'note of a report #',
  resultExample: 'its example #',
  suggestedEditAnswer: "author's answer #",
  comment: 'comment #',
  topicName: 'topic name #',
  topicDescription: 'topic description #',
  minUsername: 'username #–',
  maxUsername: 'username 3–#',
  bio: 'bio #',
  feedback: 'feedback #',
  adName: 'name in an ad request or a message #',
  contactMessage: 'message and its answer #',
  optimizerPrompt: 'optimizer prompt\n#',
  siteText: 'text of a page about the site #',
  tag: 'tags of # characters',
  apiTokenName: 'Name of an API token #',
  collectionTitle: 'Name of a collection #',
  collectionDescription: 'its description #',
  collectionNote: 'note of a post in it #',
  bulkPosts: 'At most # posts at a time',
  exportedPosts: 'one request exports at most #',
  mentionCandidates: 'its first # names',
  pageSize: 'Feed page #',
  maxPageSize: '(at most #)',
  leaderboard: 'leaderboard #',
  promptPreview: 'shows # readable',
  promptInLists: "a member's feed carries #",
}

it.each(Object.entries(sentences))('docs/spec/limits.md has the limit %s as it is: %s', (name, sentence) => {
  const value = limits[name as keyof typeof limits].toLocaleString('en')
  expect(page).toMatch(new RegExp(escapeRegExp(sentence).replace('#', `${value}(?![\\d,]\\d)`)))
})

const escapeRegExp = (text: string) => text.replace(/[.()]/g, '\\$&')

import { limits } from '#core/limits.ts'
import { seoSlug } from '#core/slugs.ts'
import { cleanText } from '#core/text.ts'
import type { PostType } from '#features/catalogue/contract.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import { type CsvRow, textProblem } from '../contract.ts'
import { firstContributor } from './author-names.ts'
import { describePrompt } from './describe-prompt.ts'
import { type ImportedPost, rowKey } from './imported-post.ts'

const TYPES: Readonly<Record<string, PostType>> = {
  '': 'Text',
  TEXT: 'Text',
  STRUCTURED: 'Text',
  CODE: 'Code',
  IMAGE: 'Image',
  VIDEO: 'Video',
  AUDIO: 'Audio',
}

const TOPICS: Record<PostType, string> = {
  Text: 'General',
  Code: 'Development',
  Image: 'Image Generation',
  Video: 'Video Creation',
  Audio: 'Audio and Music',
}

/** Rows without a contributor belong to the site's default user, whose provider id is `fake_default`. */
const NO_CONTRIBUTOR = 'default'
const MAX_CONTRIBUTOR_LENGTH = 200
const USERNAME = /^[A-Za-z0-9]{3,20}$/

export type CsvDefaults = { topic?: string | undefined; author?: string | undefined }

/** Returns the problem of the command line's options, or null. */
export const defaultsProblem = ({ topic, author }: CsvDefaults): string | null =>
  (topic === undefined ? null : textProblem('--topic', topic, limits.topicName)) ??
  (author === undefined ? null : textProblem('--author', author, MAX_CONTRIBUTOR_LENGTH))

/** Converts a row into a post, or returns the row's problem. */
export const csvPost = (row: CsvRow, defaults: CsvDefaults, createdAt: string): ImportedPost | string => {
  const title = cleanText(row.act)
  const problem = rowProblem(row, title)
  if (problem) return problem
  const listedType = TYPES[row.type.trim().toUpperCase()]
  if (!listedType) return `unknown type "${row.type.slice(0, 40)}"`
  const isForDevelopers = row.for_devs.trim().toUpperCase() === 'TRUE'
  const type = isForDevelopers ? 'Code' : listedType
  return {
    key: rowKey('csv', row.act, row.prompt, isForDevelopers, row.type, row.contributor),
    title,
    description: describePrompt(row.prompt, title),
    prompt: row.prompt,
    type,
    models: [],
    exampleFiles: [],
    topic: isForDevelopers ? TOPICS.Code : (defaults.topic ?? TOPICS[type]),
    author: authorOf(row, defaults),
    seoSlug: seoSlug(title, type),
    createdAt,
    isPrivate: false,
    privateId: null,
    isExported: false,
  }
}

/** The author from the command line may be the username of an existing account. */
const authorOf = ({ contributor }: CsvRow, { author }: CsvDefaults): ImportedPost['author'] => {
  const name = firstContributor(contributor)
  if (name || !author) return { kind: 'contributor', name: name || NO_CONTRIBUTOR }
  return { kind: USERNAME.test(author) && !isReserved(author) ? 'username' : 'contributor', name: author }
}

const rowProblem = (row: CsvRow, title: string): string | null =>
  (row.act.includes('\0') ? 'act contains a NUL character' : null) ??
  textProblem('act', title, limits.title) ??
  textProblem('prompt', row.prompt, limits.prompt) ??
  (row.contributor.includes('\0') ? 'contributor contains a NUL character' : null) ??
  (row.contributor.length > MAX_CONTRIBUTOR_LENGTH * 10 ||
  firstContributor(row.contributor).length > MAX_CONTRIBUTOR_LENGTH
    ? `contributor is longer than ${MAX_CONTRIBUTOR_LENGTH} characters`
    : null)

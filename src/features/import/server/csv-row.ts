import { limits } from '#core/limits.ts'
import type { PostType } from '#core/model-catalogue.ts'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import { buildSeoSlug } from '#core/slugs.ts'
import { cleanText } from '#core/text.ts'
import { getDefaultPostFields } from '#features/posts/contract-fields.ts'
import { type CsvRow, getTextError } from '../contract.ts'
import { generatePromptDescription } from '../describe-prompt.ts'
import { findLicense } from '../find-license.ts'
import { getFirstContributor } from './available-names.ts'
import { hashImportedRow, type ImportedPost } from './imported-post.ts'

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

/** The contributor of rows that do not specify one: the site's default user, whose provider id is `fake_default`. */
const NO_CONTRIBUTOR = 'default'
const MAX_CONTRIBUTOR_LENGTH = 200
const USERNAME = /^[A-Za-z0-9]{3,20}$/

export type CsvDefaults = { topic?: string | undefined; author?: string | undefined }

/** Validates the command-line options. Returns a description of the problem, or null if they are valid. */
export const validateCsvDefaults = ({ topic, author }: CsvDefaults): string | null =>
  (topic === undefined ? null : getTextError('--topic', topic, limits.topicName)) ??
  (author === undefined ? null : getTextError('--author', author, MAX_CONTRIBUTOR_LENGTH))

/** Converts a row into a post, or returns a description of the problem if the row is invalid. */
export const parseCsvRow = (row: CsvRow, defaults: CsvDefaults, createdAt: Date): ImportedPost | string => {
  const title = cleanText(row.act)
  const problem = rowProblem(row, title)
  if (problem) return problem
  const listedType = TYPES[row.type.trim().toUpperCase()]
  if (!listedType) return `unknown type "${row.type.slice(0, 40)}"`
  const license = row.license?.trim() ? findLicense(row.license) : 'unspecified'
  if (!license) return `unknown license "${row.license?.trim().slice(0, 40)}"`
  const isForDevelopers = row.for_devs.trim().toUpperCase() === 'TRUE'
  const type = isForDevelopers ? 'Code' : listedType
  return {
    ...getDefaultPostFields(),
    // Does not contain the license, so that a row is the same as before its file named one.
    key: hashImportedRow('csv', row.act, row.prompt, isForDevelopers, row.type, row.contributor),
    license,
    title,
    description: generatePromptDescription(row.prompt, title),
    prompt: row.prompt,
    type,
    topic: isForDevelopers ? TOPICS.Code : (defaults.topic ?? TOPICS[type]),
    author: authorOf(row, defaults),
    seoSlug: buildSeoSlug(title, type),
    createdAt,
    isPrivate: false,
    privateId: null,
    isExported: false,
    versions: [],
  }
}

/**
 * Returns the author of a row: its contributor, or else the author from the command line, which may be the username
 * of an existing account.
 */
const authorOf = ({ contributor }: CsvRow, { author }: CsvDefaults): ImportedPost['author'] => {
  const name = getFirstContributor(contributor)
  if (name || !author) return { kind: 'contributor', name: name || NO_CONTRIBUTOR }
  return {
    kind: USERNAME.test(author) && !isReservedUsername(author) ? 'username' : 'contributor',
    name: author,
  }
}

const rowProblem = (row: CsvRow, title: string): string | null =>
  (row.act.includes('\0') ? 'act contains a NUL character' : null) ??
  getTextError('act', title, limits.title) ??
  getTextError('prompt', row.prompt, limits.prompt) ??
  (row.contributor.includes('\0') ? 'contributor contains a NUL character' : null) ??
  (row.contributor.length > MAX_CONTRIBUTOR_LENGTH * 10 ||
  getFirstContributor(row.contributor).length > MAX_CONTRIBUTOR_LENGTH
    ? `contributor is longer than ${MAX_CONTRIBUTOR_LENGTH} characters`
    : null)

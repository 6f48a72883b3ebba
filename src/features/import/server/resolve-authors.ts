import * as members from '#features/members/server/members-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { createUsernameGenerator, findAvailableNames } from './available-names.ts'
import type { ImportedPost } from './imported-post.ts'

type Author = ImportedPost['author']

/** The site's default user, which the demo data creates as well. */
const DEFAULT_USER = { googleId: 'fake_default', username: 'collection' }

export const getAuthorKey = ({ kind, name }: Author): string =>
  kind === 'contributor' ? googleIdOf(name) : `@${name.toLowerCase()}`

/** Maps each author to a user id. Unknown authors get accounts that nobody can sign in to. */
export const resolveAuthors = async (
  sql: AnySql,
  posts: readonly { author: Author }[],
): Promise<Map<string, number>> => {
  const authorsByKey = new Map(posts.map(({ author }) => [getAuthorKey(author), author]))
  const known = await findAuthors(sql, [...authorsByKey.values()])
  const missing = [...authorsByKey].filter(([key]) => !known.has(key)).map(([, author]) => author)
  if (missing.length === 0) return known
  const usernames = await findAvailableNames(missing.map(proposalFor), (names) =>
    members.selectTakenUsernames(sql, names),
  )
  await members.insertImportedAuthors(
    sql,
    missing.map(({ name }, index) => ({ googleId: googleIdOf(name), username: usernames[index] ?? '' })),
  )
  return findAuthors(sql, [...authorsByKey.values()])
}

const googleIdOf = (name: string) => `fake_${name}`

const proposalFor = ({ kind, name }: Author) => {
  const fromName = createUsernameGenerator(name)
  const plain =
    kind === 'username' ? name : googleIdOf(name) === DEFAULT_USER.googleId ? DEFAULT_USER.username : ''
  return (attempt: number) => (attempt === 0 && plain ? plain : fromName(attempt))
}

const findAuthors = async (sql: AnySql, authors: Author[]): Promise<Map<string, number>> => {
  const byUsername = authors.filter((author) => author.kind === 'username').map((author) => author.name)
  const found = await members.selectAuthors(
    sql,
    authors.map((author) => googleIdOf(author.name)),
    byUsername,
  )
  const keys = new Set(authors.map(getAuthorKey))
  const ids = new Map<string, number>()
  for (const { id, googleId, username } of found) {
    if (keys.has(googleId)) ids.set(googleId, id)
    if (keys.has(`@${username.toLowerCase()}`)) ids.set(`@${username.toLowerCase()}`, id)
  }
  // Matches an exported author to the account of a contributor with the same name, even if that account was
  // given a different username.
  for (const { id, googleId } of found) {
    const key = `@${googleId.slice('fake_'.length).toLowerCase()}`
    if (keys.has(key) && !ids.has(key)) ids.set(key, id)
  }
  return ids
}

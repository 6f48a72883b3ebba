import type { AnySql } from '#server/database/connect.ts'
import { usernamesFor } from './author-names.ts'
import { freeNames } from './free-names.ts'
import type { ImportedPost } from './imported-post.ts'
import * as store from './store.ts'

type Author = ImportedPost['author']

/** The site's own user, as the demonstration data also makes it. */
const OWN_USER = { googleId: 'fake_default', username: 'collection' }

export const authorKey = ({ kind, name }: Author): string =>
  kind === 'contributor' ? googleIdOf(name) : `@${name.toLowerCase()}`

/** A user's id for each author; those the site does not know become unclaimed accounts. */
export const resolveAuthors = async (
  sql: AnySql,
  posts: readonly { author: Author }[],
): Promise<Map<string, number>> => {
  const wanted = new Map(posts.map(({ author }) => [authorKey(author), author]))
  const known = await findAuthors(sql, [...wanted.values()])
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, author]) => author)
  if (missing.length === 0) return known
  const usernames = await freeNames(missing.map(proposal), (names) => store.findTakenUsernames(sql, names))
  await store.insertAuthors(
    sql,
    missing.map(({ name }, at) => ({ googleId: googleIdOf(name), username: usernames[at] ?? '' })),
  )
  return findAuthors(sql, [...wanted.values()])
}

const googleIdOf = (name: string) => `fake_${name}`

const proposal = ({ kind, name }: Author) => {
  const fromName = usernamesFor(name)
  const plain = kind === 'username' ? name : googleIdOf(name) === OWN_USER.googleId ? OWN_USER.username : ''
  return (attempt: number) => (attempt === 0 && plain ? plain : fromName(attempt))
}

const findAuthors = async (sql: AnySql, authors: Author[]): Promise<Map<string, number>> => {
  const byUsername = authors.filter((author) => author.kind === 'username').map((author) => author.name)
  const found = await store.findAuthors(
    sql,
    authors.map((author) => googleIdOf(author.name)),
    byUsername,
  )
  const wanted = new Set(authors.map(authorKey))
  const ids = new Map<string, number>()
  for (const { id, googleId, username } of found) {
    if (wanted.has(googleId)) ids.set(googleId, id)
    if (wanted.has(`@${username.toLowerCase()}`)) ids.set(`@${username.toLowerCase()}`, id)
  }
  // An exported author whose name the site gave to somebody's contributor of another spelling.
  for (const { id, googleId } of found) {
    const key = `@${googleId.slice('fake_'.length).toLowerCase()}`
    if (wanted.has(key) && !ids.has(key)) ids.set(key, id)
  }
  return ids
}

import { randomBytes, randomInt } from 'node:crypto'
import { badRequest, conflict, notFound, notSignedIn } from '#core/failure.ts'
import { paths } from '#core/paths.ts'
import { seoSlug, slugWithSuffix } from '#core/slugs.ts'
import { countCharacters } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { active } from '#features/identity/server/guards.ts'
import type { MediaStore } from '#features/media/server/keep-file.ts'
import { type CreatePost, messages, type PostCard } from '#features/posts/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { findPost } from './post-query.ts'
import { newPrivateId } from './private-link.ts'
import { findRequested, marksOf, type RequestMarks, rememberRequest } from './request-query.ts'
import { storeNewFiles, takeUpFiles } from './resolve-files.ts'
import * as store from './store.ts'

export type Publishing = MediaStore & {
  /** Search stands above posts, so it is handed in. */
  indexPosts: (sql: AnySql, ids: readonly number[], areNew?: boolean) => Promise<void>
}

/**
 * Writes the post with its counts and its place in search, all or nothing; files are stored before. The same request
 * sent again answers the post it made. Throws 403 for a muted member's public post, 400 for an unknown topic, 409 for
 * a prompt that the member has published in the same topic within the last day.
 */
export const publishPost = async (
  parts: Publishing,
  member: Member,
  given: CreatePost,
): Promise<PostCard> => {
  if (!given.isPrivate) active(member)
  const marks = await marksOf(given)
  const id =
    (await findRequested(parts.sql, member.id, marks)) ?? (await writeNew(parts, member, given, marks))
  const post = await findPost(parts.sql, member, id)
  if (!post) throw notFound(messages.notFound)
  return post
}

const writeNew = async (parts: Publishing, member: Member, given: CreatePost, marks: RequestMarks) => {
  const exampleFiles = await storeNewFiles(parts, member.id, given.exampleFiles)
  return retryOnClash(() =>
    parts.sql.begin(async (tx) => {
      const author = await store.lockAuthor(tx, member.id)
      if (!author) throw notSignedIn()
      if (!given.isPrivate) active({ ...member, isMuted: author.isMuted })
      const made = await findRequested(tx, member.id, marks)
      if (made !== null) return made
      const topicId = given.isPrivate ? null : (given.topicId ?? null)
      if (!given.isPrivate) await refuseAgain(tx, member.id, given.prompt, topicId)
      if (topicId !== null && !(await store.holdTopic(tx, topicId)))
        throw badRequest(messages.topicGone, [{ path: 'topicId', message: messages.topicGone }])
      await takeUpFiles(tx, member.id, exampleFiles, [])
      const id = await insertWithSlug(tx, member.id, { ...given, topicId, exampleFiles })
      await rememberRequest(tx, member.id, marks, id)
      await store.countNewPost(tx, { userId: member.id, topicId, isPrivate: given.isPrivate })
      await parts.indexPosts(tx, [id], true)
      return id
    }),
  )
}

/** The same prompt in public, in the same topic, within a day; `conflictUrl` is the first one's page. */
const refuseAgain = async (tx: AnySql, userId: number, prompt: string, topicId: number | null) => {
  const first = await store.findSamePrompt(tx, userId, prompt, topicId)
  if (first) throw conflict(messages.again, { conflictUrl: paths.post(first) })
}

const insertWithSlug = async (tx: AnySql, userId: number, given: CreatePost & { topicId: number | null }) => {
  const post = {
    ...given,
    userId,
    models: [...new Set(given.models)],
    promptLength: countCharacters(given.prompt),
    privateId: given.isPrivate ? newPrivateId() : null,
  }
  for (let attempt = 0; ; attempt += 1) {
    const id = await store.insertPost(tx, { ...post, seoSlug: proposeSlug(given, attempt) })
    if (id !== null) return id
  }
}

/** The plain slug first, then ones with a longer and longer suffix. */
const proposeSlug = ({ title, type, isPrivate }: CreatePost, attempt: number): string => {
  // Or others' slugs would tell that a private post of the same title exists.
  if (isPrivate) return `private-${randomBytes(10).toString('hex')}`
  const plain = seoSlug(title, type)
  return attempt === 0 ? plain : slugWithSuffix(plain, randomSuffix(Math.min(attempt * 2, 10)))
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

const randomSuffix = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

import { HttpError } from '#core/http-error.ts'
import { pick } from '#core/pick.ts'
import { countCharacters } from '#core/text.ts'
import type { Viewer } from '#core/viewer.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { getDefaultPostFields, type PostFields, postFieldNames } from '#features/posts/contract-fields.ts'
import { selectPost } from '#features/posts/server/post-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { FullVersion, Version, VersionComparison, VersionedPost } from '../contract.ts'
import { VERSIONS_PER_PAGE } from '../contract-values.ts'
import { compareFields, truncateForViewer } from './compare-fields.ts'
import { selectVersion, selectVersions } from './store.ts'

/** Returns the post. Throws 404 if the viewer cannot see it. */
export const requireVisiblePost = async (sql: Sql, viewer: Viewer, id: number): Promise<PostCard> => {
  const post = await selectPost(sql, viewer, id)
  if (!post) throw new HttpError('post-not-found')
  return post
}

export const toVersionedPost = (post: PostCard): VersionedPost =>
  pick(post, ['id', 'title', 'userId', 'isPrivate', 'privateId', 'seoSlug', 'topic', 'version', 'hasResults'])

/** Creates the only version of a post that was never edited, because such a version is not stored. */
const onlyVersion = ({ version, createdAt, user }: PostCard): Version => ({
  number: version,
  createdAt,
  user,
  note: '',
  restoredFrom: null,
  suggestedBy: null,
  changed: [],
  addedWords: null,
  removedWords: null,
})

/** Returns a page of a post's versions, newest first. Throws 404 if the viewer cannot see the post. */
export const listVersions = async (sql: Sql, viewer: Viewer, id: number, before = 2_147_483_647) => {
  const post = await requireVisiblePost(sql, viewer, id)
  const rows = await selectVersions(sql, viewer, id, before, VERSIONS_PER_PAGE + 1)
  const versions = rows.slice(0, VERSIONS_PER_PAGE)
  const hasMore = rows.length > VERSIONS_PER_PAGE
  if (rows.length === 0 && before > post.version) versions.push(onlyVersion(post))
  return { post: toVersionedPost(post), versions, before: (hasMore && versions.at(-1)?.number) || null }
}

/** A version with its fields. The prompt is not truncated yet, unless the post was never edited. */
type ReadVersion = { version: Version; fields: PostFields }

const readVersion = async (
  sql: Sql,
  viewer: Viewer,
  post: PostCard,
  number: number,
): Promise<ReadVersion> => {
  const stored = await selectVersion(sql, viewer, post.id, number)
  if (stored) {
    const { fields, isWithdrawn, ...version } = stored
    return { version, fields: { ...getDefaultPostFields(), ...fields } }
  }
  if (number !== post.version) throw new HttpError('version-not-found')
  return { version: onlyVersion(post), fields: pick(post, postFieldNames) }
}

/**
 * Returns a version, truncated to what the viewer may see. Throws 404 if the viewer cannot see the post, or
 * if there is no such version.
 */
export const getVersion = async (
  sql: Sql,
  viewer: Viewer,
  id: number,
  number: number,
): Promise<{ post: VersionedPost; version: FullVersion }> => {
  const post = await requireVisiblePost(sql, viewer, id)
  const { version, fields } = await readVersion(sql, viewer, post, number)
  const shown = truncateForViewer(viewer, fields)
  // The prompt of a post that was never edited is already truncated, so its length is read from the post.
  const promptLength = number === post.version ? post.promptLength : countCharacters(fields.prompt)
  return {
    post: toVersionedPost(post),
    version: {
      ...version,
      ...shown,
      promptLength,
      promptTruncated: promptLength > countCharacters(shown.prompt),
    },
  }
}

/**
 * Compares two versions, truncated to what the viewer may see. Throws 404 if the viewer cannot see the post,
 * or if there is no such version.
 */
export const compareVersions = async (
  sql: Sql,
  viewer: Viewer,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<VersionComparison> => {
  const post = await requireVisiblePost(sql, viewer, id)
  const before = await readVersion(sql, viewer, post, from)
  const after = await readVersion(sql, viewer, post, to)
  return {
    post: toVersionedPost(post),
    from: before.version,
    to: after.version,
    ...(await compareFields(viewer, before.fields, after.fields)),
  }
}

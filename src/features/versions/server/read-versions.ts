import { HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { pick } from '#core/pick.ts'
import { countCharacters, truncateText } from '#core/text.ts'
import { compareTexts, type TextChange } from '#core/text-changes.ts'
import type { Viewer } from '#core/viewer.ts'
import type { PostCard } from '#features/posts/contract.ts'
import {
  defaultFields,
  fieldOf,
  isCut,
  isSameValue,
  type PostFieldName,
  type PostFields,
  postFieldNames,
} from '#features/posts/contract-fields.ts'
import { findPost } from '#features/posts/server/post-query.ts'
import type { Sql } from '#server/database/connect.ts'
import type { FullVersion, Version, VersionComparison, VersionedPost } from '../contract.ts'
import { VERSIONS_PER_PAGE } from '../contract-values.ts'
import { listVersionRows, selectVersion } from './store.ts'

/** Throws 404 if the viewer cannot see the post. */
const requirePost = async (sql: Sql, viewer: Viewer, id: number): Promise<PostCard> => {
  const post = await findPost(sql, viewer, id)
  if (!post) throw new HttpError('post-not-found')
  return post
}

const toVersionedPost = (post: PostCard): VersionedPost =>
  pick(post, ['id', 'title', 'userId', 'isPrivate', 'privateId', 'seoSlug', 'topic', 'version'])

/** The only version of a post that was never edited. */
const onlyVersion = ({ version, createdAt, user }: PostCard): Version => ({
  number: version,
  createdAt,
  user,
  note: '',
  restoredFrom: null,
  changed: [],
})

/** A page of the versions of a post, newest first. Throws 404 if the viewer cannot see the post. */
export const listVersions = async (sql: Sql, viewer: Viewer, id: number, before = 2_147_483_647) => {
  const post = await requirePost(sql, viewer, id)
  const rows = await listVersionRows(sql, id, before, VERSIONS_PER_PAGE + 1)
  const versions = rows.slice(0, VERSIONS_PER_PAGE)
  const hasMore = rows.length > VERSIONS_PER_PAGE
  if (rows.length === 0 && before > post.version) versions.push(onlyVersion(post))
  return { post: toVersionedPost(post), versions, before: (hasMore && versions.at(-1)?.number) || null }
}

/** What a version says, with the whole prompt for whoever may see it. */
type ReadVersion = { version: Version; fields: PostFields }

const readVersion = async (sql: Sql, post: PostCard, number: number): Promise<ReadVersion> => {
  const stored = await selectVersion(sql, post.id, number)
  if (stored) {
    const { fields, ...version } = stored
    return { version, fields: { ...defaultFields(), ...fields } }
  }
  if (number !== post.version) throw new HttpError('version-not-found')
  return { version: onlyVersion(post), fields: pick(post, postFieldNames) }
}

/** Visitors get the beginning of a prompt, as everywhere (docs/spec/privacy.md#prompts). */
const cutFor = (viewer: Viewer, fields: PostFields): PostFields => {
  if (viewer) return fields
  const cut = { ...fields }
  for (const name of postFieldNames)
    if (isCut(name))
      Object.assign(cut, { [name]: truncateText(String(fields[name]), limits.promptForVisitors) })
  return cut
}

/** One version as the viewer may see it. Throws 404 if they cannot see the post, or if there is no such version. */
export const getVersion = async (
  sql: Sql,
  viewer: Viewer,
  id: number,
  number: number,
): Promise<{ post: VersionedPost; version: FullVersion }> => {
  const post = await requirePost(sql, viewer, id)
  const { version, fields } = await readVersion(sql, post, number)
  const shown = cutFor(viewer, fields)
  // A post that was never edited has been cut already.
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
 * Compares what the viewer may see of two versions. Throws 404 if they cannot see the post, or if there is no such
 * version.
 */
export const compareVersions = async (
  sql: Sql,
  viewer: Viewer,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<VersionComparison> => {
  const post = await requirePost(sql, viewer, id)
  const before = await readVersion(sql, post, from)
  const after = await readVersion(sql, post, to)
  const [shownBefore, shownAfter] = [cutFor(viewer, before.fields), cutFor(viewer, after.fields)]
  const wasCut = !viewer && [before, after].some(({ fields }) => isLong(fields))
  const differing = postFieldNames.filter((name) => !isSameValue(after.fields[name], before.fields[name]))
  return {
    post: toVersionedPost(post),
    from: before.version,
    to: after.version,
    isCut: wasCut,
    fields: differing.map((name) => {
      const changes = compareField(name, shownBefore, shownAfter)
      return { name, changes: wasCut && isCut(name) ? withoutCutEnd(changes) : changes }
    }),
  }
}

/** Two texts that were cut after as many characters end differently because of the cut, which is no change. */
const withoutCutEnd = (changes: TextChange[]): TextChange[] => {
  const end = changes.findLastIndex(({ change }) => change === 'same')
  return end === -1 ? changes : changes.slice(0, end + 1)
}

const isLong = ({ prompt }: PostFields) => countCharacters(prompt) > limits.promptForVisitors

const compareField = (name: PostFieldName, before: PostFields, after: PostFields): TextChange[] => {
  if (fieldOf(name).kind === 'text') return compareTexts(String(before[name]), String(after[name]))
  return compareLists([before[name]].flat(), [after[name]].flat())
}

const compareLists = (before: readonly string[], after: readonly string[]): TextChange[] => [
  ...before.filter((item) => !after.includes(item)).map((text) => ({ text, change: 'removed' as const })),
  ...after.map((text) => ({ text, change: before.includes(text) ? ('same' as const) : ('added' as const) })),
]

import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { pick } from '#core/pick.ts'
import type { PostCard } from '#features/posts/contract.ts'
import type * as bulk from '#features/posts/contract-bulk.ts'
import { formFieldNames } from '#features/posts/contract-fields.ts'
import { callApi } from '#web/api-client.ts'
import type { SelectableListKind } from './selection.ts'
import { selectTexts } from './texts.ts'

/** Converts a post to the format of the export file (docs/import-and-export.md#selected-posts). */
export const toExportedPost = (post: PostCard, siteUrl: string) => ({
  ...pick(post, formFieldNames),
  topic: post.topic?.name ?? null,
  visibility: post.isPrivate ? 'private' : 'public',
  author: post.user.username,
  link: siteUrl + paths.post(post),
  created: post.createdAt,
})

/** Downloads the posts as a JSON file and returns the toast that reports the result. */
export const exportPosts = async (
  list: SelectableListKind,
  posts: readonly PostCard[],
  siteUrl: string,
): Promise<{ title: string; description?: string }> => {
  const found: PostCard[] = []
  for (let start = 0; start < posts.length; start += limits.exportedPosts) {
    const ids = posts.slice(start, start + limits.exportedPosts).map(({ id }) => id)
    found.push(...(await callApi<typeof bulk.exportPosts>('GET /api/user/posts/export', { query: { ids } })))
  }
  const fileName = `${list}-${new Date().toISOString().slice(0, 10)}.json`
  const json = JSON.stringify(
    found.map((post) => toExportedPost(post, siteUrl)),
    null,
    2,
  )
  download(fileName, `${json}\n`)
  const missing = posts.length - found.length
  return {
    title: selectTexts.exported(found.length, fileName),
    ...(missing ? { description: selectTexts.noLongerThere(missing) } : {}),
  }
}

const download = (fileName: string, json: string): void => {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The URL is revoked after a delay because some browsers do not read the file right after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

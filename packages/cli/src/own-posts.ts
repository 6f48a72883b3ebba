import {
  getUserPostsExport,
  getUserPrivatePosts,
  getUsersByUsername,
  type Post,
} from '@prompt-collection/client'
import { getNextCursor, type Session } from './session.ts'

const PAGE_SIZE = 50
/** How many whole posts a request can return. */
const MAX_EXPORTED = 20

/** Lists all posts of a member. Prompts are cut, as in all lists. */
export const listOwnPosts = async ({ api }: Session, username: string): Promise<Map<number, Post>> => {
  const posts = new Map<number, Post>()
  const readAll = async (
    readPage: (after: string | undefined) => Promise<{ page: Post[]; response: Response }>,
  ) => {
    let after: string | undefined
    do {
      const { page, response } = await readPage(after)
      for (const post of page) posts.set(post.id, post)
      after = getNextCursor(response)
    } while (after !== undefined)
  }
  const queryOf = (after: string | undefined) => ({ limit: PAGE_SIZE, ...(after !== undefined && { after }) })
  await readAll(async (after) => {
    const { data, response } = await getUserPrivatePosts({ ...api, query: queryOf(after) })
    return { page: data, response }
  })
  await readAll(async (after) => {
    const { data, response } = await getUsersByUsername({ ...api, path: { username }, query: queryOf(after) })
    return { page: data.posts, response }
  })
  return posts
}

/** Reads posts with their whole prompts. Those that do not exist any more are left out. */
export const readWholePosts = async (
  { api }: Session,
  ids: readonly number[],
): Promise<Map<number, Post>> => {
  const posts = new Map<number, Post>()
  for (let start = 0; start < ids.length; start += MAX_EXPORTED) {
    const { data } = await getUserPostsExport({
      ...api,
      query: { ids: ids.slice(start, start + MAX_EXPORTED) },
    })
    for (const post of data) posts.set(post.id, post)
  }
  return posts
}

import { randomUUID } from 'node:crypto'
import { pick } from '#core/pick.ts'
import { buildSeoSlug, toTopicSlug } from '#core/slugs.ts'
import { getDefaultPostFields, postFieldNames } from '#features/posts/contract-fields.ts'
import { audioPosts } from './audio-posts.ts'
import { type AuthorName, seedAuthors } from './authors.ts'
import { codePosts } from './code-posts.ts'
import { type SeedComment, seedConversations } from './conversations.ts'
import { imagePosts } from './image-posts.ts'
import { createRandom, type Random } from './random.ts'
import { seedResults } from './results.ts'
import type { TypedSeedPost } from './seed-post.ts'
import { textPosts } from './text-posts.ts'
import { videoPosts } from './video-posts.ts'

const HOUR_MS = 3_600_000
const VOTE_CHANCE = 0.55
const BOOKMARK_CHANCE = 0.22

/** The example posts with alternating types, so that the first page of new posts shows all of them. */
export const seedPosts: TypedSeedPost[] = [...textPosts.keys()].flatMap((index) => [
  ...imagePosts.slice(index, index + 1).map((post) => ({ ...post, type: 'Image' as const })),
  ...textPosts.slice(index, index + 1).map((post) => ({ ...post, type: 'Text' as const })),
  ...videoPosts.slice(index, index + 1).map((post) => ({ ...post, type: 'Video' as const })),
  ...codePosts.slice(index, index + 1).map((post) => ({ ...post, type: 'Code' as const })),
  ...audioPosts.slice(index, index + 1).map((post) => ({ ...post, type: 'Audio' as const })),
])

export type SeedRows = ReturnType<typeof createSeedRows>

/** Creates all rows to insert, which refer to each other by name: posts by slug, users by username, topics by slug. */
export const createSeedRows = (now: number, filesOf: (post: TypedSeedPost) => string[]) => {
  const random = createRandom('demonstration')
  const posts = seedPosts.map((post, index) => ({
    ...pick({ ...getDefaultPostFields(), ...post }, postFieldNames),
    exampleFiles: filesOf(post),
    topic: toTopicSlug(post.topic),
    author: post.author,
    slug: buildSeoSlug(post.title, post.type),
    createdAt: new Date(now - Math.round((2 + index * 19 + random.between(0, 12)) * HOUR_MS)).toISOString(),
  }))
  const comments = posts.flatMap((post) =>
    commentRows(seedConversations[post.title] ?? [], post, null, now, random),
  )
  return {
    posts,
    comments,
    postVotes: posts.flatMap((post) =>
      votes(post.author, random).map((vote) => ({ post: post.slug, ...vote })),
    ),
    commentVotes: comments.flatMap(({ key, author }) =>
      votes(author, random).map((vote) => ({ comment: key, ...vote })),
    ),
    results: posts.flatMap((post) =>
      (seedResults[post.title] ?? []).map((result) => ({
        ...result,
        post: post.slug,
        createdAt: later(post.createdAt, now, random),
      })),
    ),
    bookmarks: posts.flatMap((post) =>
      usersExcept(post.author)
        .filter(() => random.next() < BOOKMARK_CHANCE)
        .map((author) => ({ post: post.slug, author, createdAt: later(post.createdAt, now, random) })),
    ),
  }
}

type CommentRow = {
  key: string
  parent: string | null
  post: string
  author: AuthorName
  content: string
  createdAt: string
}

const commentRows = (
  comments: readonly SeedComment[],
  post: { slug: string; createdAt: string },
  parent: string | null,
  now: number,
  random: Random,
): CommentRow[] =>
  comments.flatMap(({ author, content, replies }) => {
    const row = {
      key: randomUUID(),
      parent,
      post: post.slug,
      author,
      content,
      createdAt: later(post.createdAt, now, random),
    }
    const replyRows = commentRows(
      replies ?? [],
      { slug: post.slug, createdAt: row.createdAt },
      row.key,
      now,
      random,
    )
    return [row, ...replyRows]
  })

/** Returns a random time after `iso`, at most 20 hours later and never in the future. */
const later = (iso: string, now: number, random: Random): string => {
  const from = Date.parse(iso)
  return new Date(
    from + Math.round(Math.min(random.between(0.4, 20) * HOUR_MS, (now - from) * 0.6)),
  ).toISOString()
}

const usersExcept = (author: AuthorName) =>
  seedAuthors.map((other) => other.username).filter((name) => name !== author)

const votes = (author: AuthorName, random: Random) =>
  usersExcept(author)
    .filter(() => random.next() < VOTE_CHANCE)
    .map((voter) => ({ author: voter, value: random.next() < 0.08 ? -1 : 1 }))

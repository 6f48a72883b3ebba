import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'

export const voteMessages = {
  oneTargetRequired: 'Send either postId or commentId',
} as const

/** The value of a vote, or 0 for none. */
export type VoteValue = 1 | -1 | 0

const targetId = z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))

/**
 * A vote toggles (docs/spec/flows.md#voting): repeating the current vote removes it, and the opposite value switches
 * it.
 *
 * A toggle is not safe to retry, because a repeated request would undo the first one. `had`, the vote that the client
 * shows, makes the request idempotent: the result is always `nextVote(had, value)`, so a retry after a lost response
 * changes nothing.
 */
const votedSchema = z
  .object({
    postId: targetId,
    commentId: targetId,
    value: z.literal([1, -1]),
    had: z.optional(z.literal([1, 0, -1])),
  })
  .check(
    z.refine(
      (vote) => (vote.postId === undefined) !== (vote.commentId === undefined),
      voteMessages.oneTargetRequired,
    ),
  )
export type VoteInput = z.output<typeof votedSchema>

export const castVote = endpoint({
  method: 'POST',
  path: '/api/votes',
  summary: 'Vote on a post or a comment; repeating a vote removes it',
  tag: 'Comments and votes',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'vote', max: 600, windowSeconds: 3_600 },
  errors: ['newcomer-limit', 'vote-target-not-found', 'private-post-read-only'],
  body: votedSchema,
  /** The member's resulting vote and the target's score. */
  reply: z.object({ value: z.literal([1, 0, -1]), score: z.int() }),
})

export const getVote = endpoint({
  method: 'GET',
  path: '/api/votes/:id',
  summary: 'Get your vote on a post or a comment; 0 for none, 401 for visitors',
  tag: 'Comments and votes',
  access: 'signed-in',
  scope: 'private',
  errors: ['vote-target-not-found'],
  params: z.object({ id: idSchema }),
  /**
   * `postVersion` is the version of the post that was voted on. It is null for a comment, or if the version is unknown.
   */
  reply: z.object({ value: z.literal([1, 0, -1]), postVersion: z.nullable(z.int()) }),
})

import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'

export const messages = {
  notFound: 'Post or comment not found',
  /** Section 7, for `getVote`. */
  fetchFailed: 'Failed to fetch vote',
  oneOf: 'Give either postId or commentId',
} as const

/** A vote, or 0 for none. */
export type Vote = 1 | -1 | 0

const givenId = z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))

/**
 * Section 4: the same value again takes the vote back, the opposite one switches, none sets.
 *
 * That toggles, so a request sent twice undoes itself. `had`, the vote that the sender sees, makes it safe: with it the
 * outcome is settled by the request alone (`nextVote(had, value)`), and the same request sent again, since the answer
 * was lost, changes nothing more.
 */
const votedShape = z
  .object({
    postId: givenId,
    commentId: givenId,
    value: z.literal([1, -1]),
    had: z.optional(z.literal([1, 0, -1])),
  })
  .check(z.refine((vote) => (vote.postId === undefined) !== (vote.commentId === undefined), messages.oneOf))
export type CastVote = z.output<typeof votedShape>

export const castVote = endpoint({
  method: 'POST',
  path: '/api/votes',
  summary: 'Vote on a post or a comment; the same vote again takes it back',
  tag: 'Comments and votes',
  body: votedShape,
  /** The member's vote as it now is, and the score. */
  reply: z.object({ value: z.literal([1, 0, -1]), score: z.int() }),
})

export const getVote = endpoint({
  method: 'GET',
  path: '/api/votes/:id',
  summary: "The signed-in member's vote on a post or a comment; 0 for none, 401 for a visitor",
  tag: 'Comments and votes',
  params: z.object({ id: idShape }),
  reply: z.object({ value: z.literal([1, 0, -1]) }),
})

import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { postCardShape } from '#features/posts/contract.ts'

/** A comment in the list of a member's comments. */
const memberCommentShape = z.object({
  id: z.int(),
  /** The comment's text, shortened if it is long. */
  excerpt: z.string(),
  score: z.int(),
  createdAt: dateShape,
  post: z.pick(postCardShape, {
    id: true,
    title: true,
    isPrivate: true,
    privateId: true,
    seoSlug: true,
    topic: true,
  }),
})
export type MemberComment = z.output<typeof memberCommentShape>

export const listMemberComments = endpoint({
  method: 'GET',
  path: '/api/users/:username/comments',
  summary: "List a member's comments on public posts, newest first",
  tag: 'Users',
  access: 'anyone',
  errors: ['user-not-found'],
  params: z.object({ username: z.string().check(z.maxLength(100)) }),
  query: z.object({ before: z.optional(idShape) }),
  /** `before` selects the next page; it is null on the last one. */
  reply: z.object({ comments: z.array(memberCommentShape), before: z.nullable(z.int()) }),
  cacheSeconds: 5,
})

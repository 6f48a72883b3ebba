import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { postCardSchema } from '#features/posts/contract.ts'

/** A comment in the list of a member's comments. */
const memberCommentSchema = z.object({
  id: z.int(),
  /** The comment as plain text, shortened if it is long. */
  excerpt: z.string(),
  score: z.int(),
  createdAt: dateSchema,
  post: z.pick(postCardSchema, {
    id: true,
    title: true,
    isPrivate: true,
    privateId: true,
    seoSlug: true,
    topic: true,
  }),
})
export type MemberComment = z.output<typeof memberCommentSchema>

export const listMemberComments = endpoint({
  method: 'GET',
  path: '/api/users/:username/comments',
  summary: "List a member's comments on public posts, newest first",
  tag: 'Users',
  access: 'anyone',
  scope: 'read',
  errors: ['user-not-found'],
  params: z.object({ username: z.string().check(z.maxLength(100)) }),
  query: z.object({ before: z.optional(idSchema) }),
  /** `before` is the cursor of the next page, or null on the last page. */
  reply: z.object({ comments: z.array(memberCommentSchema), before: z.nullable(z.int()) }),
  cacheSeconds: 5,
  next: ({ before }: { before: number | null }) => (before === null ? null : { before }),
})

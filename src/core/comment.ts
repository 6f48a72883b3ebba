import * as z from 'zod/mini'
import { authorSchema } from './author.ts'
import { dateSchema } from './date-schema.ts'

const commentFields = {
  id: z.int(),
  content: z.string(),
  /** The usernames of the members that the text mentions. */
  mentions: z.array(z.string()),
  userId: z.nullable(z.int()),
  postId: z.int(),
  /** The post's version that the author had read; null for comments that were written before posts had versions. */
  postVersion: z.nullable(z.int()),
  parentId: z.nullable(z.int()),
  createdAt: dateSchema,
  updatedAt: dateSchema,
  /** The time of the author's last edit; null if the text was never edited. */
  editedAt: z.nullable(dateSchema),
  score: z.int(),
  /** True if the text and the author were deleted but the replies remain. */
  isDeleted: z.boolean(),
  user: z.nullable(authorSchema),
  myVote: z.int(),
  /** The number of direct replies missing from `replies`. The value is capped: 100 means 100 or more. */
  moreReplies: z.int(),
}

export type Comment = z.output<z.ZodMiniObject<typeof commentFields>> & { replies: Comment[] }

/** Wrapped in a function so that bundlers can drop the recursive schema if it is unused. */
const treeSchema = (): z.ZodMiniType<Comment> => {
  const schema: z.ZodMiniType<Comment> = z.object({
    ...commentFields,
    get replies(): z.ZodMiniArray<z.ZodMiniType<Comment>> {
      return z.array(schema)
    },
  })
  return schema
}

/**
 * A comment with its nested replies (docs/spec/data.md#comments). Declared here, because a post's page contains its
 * first comments but the posts feature must not depend on the comments feature.
 */
export const commentSchema = treeSchema()

/**
 * A page of comments on one level, with their best replies. `after` is the next page's cursor, or null on the last
 * page.
 */
export const commentPageSchema = z.object({ comments: z.array(commentSchema), after: z.nullable(z.string()) })
export type CommentPage = z.output<typeof commentPageSchema>

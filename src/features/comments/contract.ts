import * as z from 'zod/mini'

export const authorShape = z.object({ id: z.int(), username: z.string(), avatar: z.nullable(z.string()) })
export type Author = z.output<typeof authorShape>

const commentFields = {
  id: z.int(),
  content: z.string(),
  userId: z.nullable(z.int()),
  postId: z.int(),
  parentId: z.nullable(z.int()),
  createdAt: z.string(),
  updatedAt: z.string(),
  score: z.int(),
  /** Its text and author are gone, its replies stay. */
  isDeleted: z.boolean(),
  user: z.nullable(authorShape),
  myVote: z.int(),
}

export type Comment = z.output<z.ZodMiniObject<typeof commentFields>> & { replies: Comment[] }

/** A function of its own, so that who needs no shape is not made to carry one that refers to itself. */
const treeShape = (): z.ZodMiniType<Comment> => {
  const shape: z.ZodMiniType<Comment> = z.object({
    ...commentFields,
    get replies(): z.ZodMiniArray<z.ZodMiniType<Comment>> {
      return z.array(shape)
    },
  })
  return shape
}

/** A comment with its replies, nested to any depth (section 3). */
export const commentShape = treeShape()

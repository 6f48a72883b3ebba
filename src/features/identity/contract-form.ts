import * as z from 'zod/mini'

export const passwordChangeShape = z.object({
  current: z.string().check(z.minLength(1, 'The current password is required'), z.maxLength(200)),
  next: z
    .string()
    .check(
      z.minLength(10, 'The new password must be at least 10 characters'),
      z.maxLength(200, 'The new password must be at most 200 characters'),
    ),
})

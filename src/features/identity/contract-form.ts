import * as z from 'zod/mini'

export const passwordChangeShape = z.object({
  current: z.string().check(z.minLength(1, 'Current password is required'), z.maxLength(200)),
  next: z
    .string()
    .check(
      z.minLength(10, 'New password must be at least 10 characters'),
      z.maxLength(200, 'New password must be at most 200 characters'),
    ),
})

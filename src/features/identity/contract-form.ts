import * as z from 'zod/mini'

/** Labels for password scores 0 to 4. A password needs a score of at least 3 to be accepted. */
export const passwordStrengthLabels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

export const passwordChangeShape = z.object({
  current: z.string().check(z.minLength(1, 'Current password is required'), z.maxLength(200)),
  next: z
    .string()
    .check(
      z.minLength(10, 'New password must be at least 10 characters'),
      z.maxLength(200, 'New password must be at most 200 characters'),
    ),
})

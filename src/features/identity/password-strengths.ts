/** What a password's score from 0 to 4 is called; from 3 on it is accepted. */
export const passwordStrengths = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

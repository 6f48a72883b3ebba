/** Labels of the password scores 0 to 4. A password needs at least 3 to be accepted. */
export const passwordStrengths = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

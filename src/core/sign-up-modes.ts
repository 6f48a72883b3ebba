/** Who can create an account (docs/spec/flows.md#sign-up). */
export const signUpModes = ['open', 'approval', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

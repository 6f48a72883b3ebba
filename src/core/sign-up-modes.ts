/** Who can create an account (docs/spec/flows.md#sign-up). */
export const signUpModes = ['open', 'approval', 'invitation', 'closed'] as const
/** Who can invite others. Admins always can. */
export const inviterRoles = ['members', 'moderators', 'admins'] as const
export type InviterRole = (typeof inviterRoles)[number]

export type SignUpMode = (typeof signUpModes)[number]

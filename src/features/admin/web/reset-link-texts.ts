/** UI strings for the dialog that creates a password reset link. */
export const resetLinkTexts = {
  resetLink: 'Password…',
  resetLinkNamed: (name: string) => `Create a password link for ${name}`,
  resetLinkTitle: (name: string) => `Create a password link for ${name}?`,
  resetLinkText:
    'With this link, they can set a new password within one hour. Make sure that you give it to them and to nobody else.',
  createLink: 'Create and copy link',
  linkCreated: 'Link created',
  resetLinkOf: (name: string) => `Password link for ${name}`,
  linkOnce: "It works once, for one hour. You can't see it again after you close this dialog.",
  link: 'Link',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  done: 'Done',
} as const

/** UI strings for turning off two-step sign-in for a member who has lost all second factors. */
export const secondFactorTexts = {
  remove: 'Turn off two-step',
  removeNamed: (name: string) => `Turn off two-step sign-in for ${name}`,
  removeTitle: (name: string) => `Turn off two-step sign-in for ${name}?`,
  removeText:
    'This removes their authenticator app, passkeys and recovery codes. Their password alone is enough to sign in then. Make sure that the request really comes from them.',
  confirm: 'Turn off',
  removed: (name: string) => `Two-step sign-in is off for ${name}`,
} as const

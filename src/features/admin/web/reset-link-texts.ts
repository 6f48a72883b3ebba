/** Texts about links with which members set a new password. */
export const resetLinkTexts = {
  resetLink: 'Password link',
  resetLinkNamed: (name: string) => `Create a password link for ${name}`,
  resetLinkTitle: (name: string) => `Create a password link for ${name}?`,
  resetLinkText:
    'With this link, they can set a new password within one hour. Make sure that you give it to them and to nobody else.',
  createLink: 'Create link',
  linkCreated: 'Link created',
  resetLinkOf: (name: string) => `Password link for ${name}`,
  linkOnce: "It works once, for one hour. You can't see it again after you close this dialog.",
  link: 'Link',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  done: 'Done',
} as const

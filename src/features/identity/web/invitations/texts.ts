/** UI strings for a member's invitations. */
export const invitationTexts = {
  heading: 'Invitations',
  intro:
    'Only people with a link from a member can join this site. You answer for whom you invite: if several of them are suspended or removed within a week, your links end.',
  notYet: 'You can invite others once you are no newcomer.',
  none: 'No invitations yet',
  create: 'Create a link',
  creating: 'Creating…',
  people: 'People',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  lasts: 'Works for',
  createdTitle: 'Your invitation',
  link: 'Link',
  endsAt: 'Ends',
  used: (uses: number, maxUses: number) => `${uses} of ${maxUses} joined`,
  open: 'Open',
  ended: 'Ended',
  endedByWave: 'Ended: several people you invited were suspended or removed',
  end: 'End',
  endNamed: (uses: string) => `End the invitation with ${uses}`,
  failed: "We couldn't do this. Please try again.",
  loadFailed: "We couldn't load your invitations.",
} as const

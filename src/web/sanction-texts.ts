type Sanction = { isSuspended: boolean; sanctionEndsAt: Date | null }

/** UI strings for members who are muted or suspended. */
export const sanctionTexts = {
  state: ({ isSuspended, sanctionEndsAt }: Sanction): string => {
    const state = isSuspended ? 'Your account is suspended' : 'Your account is muted'
    const day = sanctionEndsAt?.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
    return day ? `${state} until ${day}` : state
  },
  cannot: (action: string) => `You can read, but you can't ${action}.`,
} as const

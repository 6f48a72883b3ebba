const KEY = 'offered-picture'

/** The provider's picture of the person, kept until their profile is complete. */
export const offerPicture = (address: string): void => {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Then initials are drawn.
  }
}

export const offeredPicture = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

const KEY = 'offered-picture'

/** Stores the URL of the person's picture at the provider until they complete their profile. */
export const saveProviderPicture = (url: string): void => {
  try {
    sessionStorage.setItem(KEY, url)
  } catch {
    // Storage is turned off, so the avatar shows initials.
  }
}

export const readProviderPicture = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

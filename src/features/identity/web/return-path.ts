const KEY = 'return-path'

/**
 * Stores the path of the page where a new member signed in, so that they return to it after completing their
 * profile.
 */
export const saveReturnPath = (path: string): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Storage is turned off, so the new member returns to the home page.
  }
}

export const consumeReturnPath = (): string | null => {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path && /^\/(?![/\\])/.test(path) ? path : null
  } catch {
    return null
  }
}

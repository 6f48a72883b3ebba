const KEY = 'return-path'

/** Where a new member was when they signed in: they go back there after their profile is complete. */
export const keepReturnPath = (path: string): void => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage they go to the home page.
  }
}

export const takeReturnPath = (): string | null => {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path && /^\/(?![/\\])/.test(path) ? path : null
  } catch {
    return null
  }
}

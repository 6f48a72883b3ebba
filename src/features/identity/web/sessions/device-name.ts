type Patterns = readonly (readonly [name: string, pattern: RegExp])[]

// The order matters: most browsers also name the browsers they descend from.
const BROWSERS: Patterns = [
  ['Edge', /\bEdgA?\/|EdgiOS/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
]

const SYSTEMS: Patterns = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Returns a name such as 'Firefox on Windows', as far as the user agent reveals it. */
export const deviceName = (userAgent: string): string => {
  const find = (patterns: Patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

type Known = readonly (readonly [name: string, sign: RegExp])[]

// In this order: most browsers also name those they descend from.
const BROWSERS: Known = [
  ['Edge', /\bEdgA?\/|EdgiOS/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
]

const SYSTEMS: Known = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** 'Firefox on Windows', as far as the browser tells. */
export const deviceName = (userAgent: string): string => {
  const find = (known: Known) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

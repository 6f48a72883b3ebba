import { hash } from 'node:crypto'
import { roundAge } from '#core/relative-time.ts'

/**
 * Returns a digest of everything that a visitor's page depends on: the software (`build`), the URL, the page's state and how
 * long ago the times in it are. Two pages with the same digest have the same HTML. Returns null while a time is less than an
 * hour ago, because the page then changes every minute.
 */
export const digestPage = (
  { build, url, state }: { build: string; url: string; state: string },
  now = Date.now(),
): string | null => {
  const ages: string[] = []
  for (const [, time = ''] of state.matchAll(TIMES)) {
    const [count, unit] = roundAge(Date.parse(time), now)
    if (unit === 'minute' || unit === 'second') return null
    ages.push(`${count} ${unit}`)
  }
  return hash('sha256', [build, url, ...ages, state].join('\n'))
}

/** The times in JSON, which are under keys that end in `At` (docs/decisions/0051-send-dates-as-iso-text-under-keys-that-end-in-at.md). */
const TIMES = /At":"([^"]*)"/g

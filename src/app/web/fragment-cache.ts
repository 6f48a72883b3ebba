import { setImmediate } from 'node:timers/promises'
import { ExpiringCache } from '#core/expiring-cache.ts'
import { FRAGMENT_SLOT_PATTERN, type Fragment } from '#web/reused-fragments.tsx'

const MAX_SIZE = 8_000_000
/** Cards are rendered again after a minute because they show relative times. */
const MAX_AGE_MS = 60_000
/** For how long fragments are rendered before other requests have their turn. */
const MAX_TURN_MS = 10

type Rendered = { html: string; preloads: string }

export type FragmentCache = {
  /**
   * Returns the pieces of a page, with each slot filled by its fragment. Renders the fragments that are not cached, and
   * lets other requests run between them. The caller joins the pieces, because pages are too long to copy at each step.
   */
  fill(
    page: string,
    fragments: readonly Fragment[],
    render: (fragment: Fragment) => string,
  ): Promise<string[]>
}

export const createFragmentCache = (): FragmentCache => {
  const cache = new ExpiringCache<Rendered>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ html, preloads }, key) => html.length + preloads.length + key.length * 2 + 200,
    ttl: MAX_AGE_MS,
  })

  const get = (fragment: Fragment, render: (fragment: Fragment) => string): Rendered => {
    const cached = cache.get(fragment.key)
    if (cached) return cached
    const html = render(fragment)
    const preloads = PRELOADS.exec(html)?.[0] ?? ''
    const rendered = { html: html.slice(preloads.length), preloads }
    cache.set(fragment.key, rendered)
    return rendered
  }

  return {
    fill: async (page, fragments, render) => {
      // The capturing group in the pattern makes `split` include each slot's index between the surrounding
      // pieces of text.
      const parts = page.split(FRAGMENT_SLOT_PATTERN)
      const preloads = new Set<string>()
      const pieces: string[] = []
      let pausedAt = performance.now()
      for (const [position, part] of parts.entries()) {
        if (position % 2 === 0) {
          pieces.push(part)
          continue
        }
        const fragment = fragments[Number(part)]
        if (!fragment) throw new Error(`No fragment ${part} of ${fragments.length}`)
        if (performance.now() - pausedAt > MAX_TURN_MS) {
          await setImmediate()
          pausedAt = performance.now()
        }
        const rendered = get(fragment, render)
        preloads.add(rendered.preloads)
        pieces.push(rendered.html)
      }
      const links = [...preloads].join('')
      return links
        ? pieces.with(
            0,
            (parts[0] ?? '').replace('</head>', () => `${links}</head>`),
          )
        : pieces
    },
  }
}

/** React writes a fragment's preload links for images before the fragment's own element. */
const PRELOADS = /^(<link rel="preload"[^>]*>)+/

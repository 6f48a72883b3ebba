import { ExpiringCache } from '#core/expiring-cache.ts'
import { type Fragment, SLOT_HTML } from '#web/reused-fragments.tsx'

const MAX_SIZE = 16_000_000
/** Cards show relative times, so they are rendered again after a minute. */
const MAX_AGE_MS = 60_000

type Rendered = { html: string; preloads: string }

export type FragmentCache = {
  /**
   * Returns the pieces of a page whose slots are filled with its fragments, in order; renders those that are not
   * cached. The caller joins them, because a page is too long to be copied at each step.
   */
  fill(page: string, fragments: readonly Fragment[], render: (fragment: Fragment) => string): string[]
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
    fill: (page, fragments, render) => {
      const parts = page.split(SLOT_HTML)
      if (parts.length !== fragments.length + 1)
        throw new Error(`${fragments.length} fragments for ${parts.length - 1} slots`)
      const preloads = new Set<string>()
      const pieces = parts.flatMap((part, index) => {
        const fragment = fragments[index]
        if (!fragment) return [part]
        const rendered = get(fragment, render)
        preloads.add(rendered.preloads)
        return [part, rendered.html]
      })
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

/** Outside of a document, React writes the links that load images early before the element itself. */
const PRELOADS = /^(<link rel="preload"[^>]*>)+/

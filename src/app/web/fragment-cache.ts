import { ExpiringCache } from '#core/expiring-cache.ts'
import { FRAGMENT_SLOT_PATTERN, type ReusableFragment } from '#web/reused-fragments.tsx'

const MAX_SIZE = 8_000_000
/** Cards are rendered again after a minute because they show relative times. */
const MAX_AGE_MS = 60_000

type Rendered = { html: string; preloads: string }

export type FragmentCache = {
  /**
   * Returns the pieces of a page, with each slot filled by its fragment. Renders the fragments that are not cached. The
   * caller joins the pieces, because pages are too long to copy at each step.
   */
  fill(
    page: string,
    fragments: readonly ReusableFragment[],
    render: (fragment: ReusableFragment) => string,
  ): string[]
}

export const createFragmentCache = (): FragmentCache => {
  const cache = new ExpiringCache<Rendered>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ html, preloads }, key) => html.length + preloads.length + key.length * 2 + 200,
    ttl: MAX_AGE_MS,
  })

  const get = (fragment: ReusableFragment, render: (fragment: ReusableFragment) => string): Rendered => {
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
      // The capturing group in the pattern makes `split` include each slot's index between the surrounding
      // pieces of text.
      const parts = page.split(FRAGMENT_SLOT_PATTERN)
      const preloads = new Set<string>()
      const pieces = parts.map((part, position) => {
        if (position % 2 === 0) return part
        const fragment = fragments[Number(part)]
        if (!fragment) throw new Error(`No fragment ${part} of ${fragments.length}`)
        const rendered = get(fragment, render)
        preloads.add(rendered.preloads)
        return rendered.html
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

/** React writes a fragment's preload links for images before the fragment's own element. */
const PRELOADS = /^(<link rel="preload"[^>]*>)+/

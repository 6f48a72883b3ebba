import { parse } from 'regexparam'
import { pages } from '#core/pages.ts'
import { matchPath, type PageHead } from '#web/navigation/page.ts'

const patterns = Object.values(pages).map((page) => ({ page, ...parse(page.path) }))

type DefaultHead = { title: string; meta: NonNullable<PageHead['meta']> }

/** Returns the title and the robots directive that the page table defines for a path. */
export const getDefaultHead = (pathname: string, siteName: string): DefaultHead => {
  for (const { page, ...pattern } of patterns) {
    const params = matchPath(pattern, pathname)
    if (!params) continue
    const { title = siteName, isNoindex } = page
    return {
      title: typeof title === 'string' ? title : title(siteName, params),
      meta: isNoindex ? [{ name: 'robots', content: 'noindex' }] : [],
    }
  }
  return { title: siteName, meta: [] }
}

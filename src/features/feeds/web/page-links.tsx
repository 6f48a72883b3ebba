import { texts } from '#features/feeds/web/texts.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import type { PageLocation } from '#web/navigation/page-location.ts'

/** The next page for readers without JavaScript, who cannot load it by scrolling. */
export const NextPageLink = ({ after }: { after: string }) => {
  const href = hrefFrom(usePageLocation(), after)
  return (
    <noscript>
      <p className="py-6 text-center">
        <a rel="next" href={href} className={buttonClasses()}>
          {texts.nextPage}
        </a>
      </p>
    </noscript>
  )
}

/** Leads from a feed that begins at a cursor to its first page. */
export const FirstPageLink = () => (
  <p className="py-3 text-sm">
    <SiteLink href={hrefFrom(usePageLocation())} className="font-medium text-accent hover:underline">
      {texts.firstPage}
    </SiteLink>
  </p>
)

const hrefFrom = ({ pathname, search: { after: _, ...search } }: PageLocation, after?: string): string => {
  const query = new URLSearchParams({ ...search, ...(after ? { after } : {}) }).toString()
  return query ? `${pathname}?${query}` : pathname
}

import { Page } from '#app/web/layout/Page.tsx'
import { SearchForm } from '#app/web/layout/SearchForm.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = {
  /** What a route said of it by `notFound({ data: { title } })`: 'User not found'. */
  data?: unknown
}

export const NotFoundPage = ({ data }: Props) => (
  <Page heading={titleIn(data) ?? texts.notFoundTitle} lead={texts.notFoundText}>
    <SearchForm className="mb-6 max-w-[520px]" />
    <SiteLink href={paths.home} className={buttonClasses('plain')}>
      {texts.goHome}
    </SiteLink>
  </Page>
)

const titleIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'title' in data && typeof data.title === 'string'
    ? data.title
    : undefined

import { Page } from '#app/web/layout/Page.tsx'
import { SearchForm } from '#app/web/layout/SearchForm.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

/** `title` is the API's message, such as 'User not found'. */
export const NotFoundPage = ({ title }: { title?: string | undefined }) => (
  <Page heading={title ?? texts.notFoundTitle} lead={texts.notFoundText}>
    <SearchForm className="mb-6 max-w-[520px]" />
    <SiteLink href={paths.home} className={buttonClasses('plain')}>
      {texts.goHome}
    </SiteLink>
  </Page>
)

import { createFileRoute } from '@tanstack/react-router'
import BookmarkIcon from 'lucide-react/icons/bookmark'
import { Page } from '#app/web/layout/Page.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

const texts = pageTexts.bookmarks

export const Route = createFileRoute('/_site/bookmarks')({
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: Bookmarks,
})

function Bookmarks() {
  const user = useCurrentUser()
  return (
    <Page heading={texts.heading}>
      {user ? (
        <EmptyState
          icon={BookmarkIcon}
          title={texts.emptyTitle}
          action={
            <SiteLink href={paths.home} className={buttonClasses('primary')}>
              {pageTexts.browse}
            </SiteLink>
          }
        >
          {texts.emptyText}
        </EmptyState>
      ) : (
        <SignInNotice icon={BookmarkIcon} title={texts.visitorTitle}>
          {texts.visitorText}
        </SignInNotice>
      )}
    </Page>
  )
}

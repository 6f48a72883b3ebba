import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Brand } from '#app/web/layout/Brand.tsx'
import { CreatePostButton } from '#app/web/layout/CreatePostButton.tsx'
import { Header } from '#app/web/layout/Header.tsx'
import { MobileMenu } from '#app/web/layout/MobileMenu.tsx'
import { CONTENT_ID } from '#app/web/layout/Page.tsx'
import { ProgressBar } from '#app/web/layout/ProgressBar.tsx'
import { ShortcutsHost } from '#app/web/layout/ShortcutsHost.tsx'
import { Sidebar } from '#app/web/layout/Sidebar.tsx'
import { SidebarDialogHost } from '#app/web/layout/SidebarDialogs.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { SignInHost } from '#features/identity/web/SignInHost.tsx'
import { PostDialogs } from '#features/posts/web/PostDialogs.tsx'
import { announce } from '#web/announce.ts'
import { LiveRegion } from '#web/kit/LiveRegion.tsx'
import { Toasts } from '#web/kit/Toasts.tsx'
import { later } from '#web/later.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'

const RemovalsNotice = later(() => import('#features/removals/web/RemovalsNotice.tsx'))

/** Sidebar, header and everything that floats over pages (docs/spec/pages.md#layout). */
export const SiteLayout = ({ children }: { children: ReactNode }) => {
  const [menuOpen, setMenuOpen] = useState(false)
  useAnnouncedPages()
  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        className="control fixed top-2 left-2 z-60 flex items-center rounded-lg bg-ink px-4 text-sm font-medium text-bg not-focus:sr-only"
      >
        {texts.skip}
      </a>
      <ProgressBar />
      {/* Without JavaScript the menu cannot open, so phones show the links below the page. */}
      <div className="wide:grid wide:grid-cols-[268px_minmax(0,1fr)] narrow:noscript:flex narrow:noscript:flex-col-reverse">
        <aside
          aria-label={texts.sidebar}
          className="sticky top-0 h-dvh overflow-y-auto overscroll-contain border-r narrow:hidden narrow:noscript:static narrow:noscript:block narrow:noscript:h-auto narrow:noscript:border-t narrow:noscript:border-r-0"
        >
          <div className="sticky top-0 z-10 bg-bg px-3 py-2.5">
            <Brand />
          </div>
          <Sidebar />
        </aside>
        <div className="min-w-0">
          <Header
            menuOpen={menuOpen}
            onOpenMenu={() => setMenuOpen(true)}
            createPost={<CreatePostButton />}
          />
          {children}
        </div>
      </div>
      {menuOpen && <MobileMenu onClose={() => setMenuOpen(false)} />}
      <SidebarDialogHost />
      <PostDialogs />
      {useCurrentUser()?.hasRemovals && <RemovalsNotice />}
      <SignInHost />
      <ShortcutsHost />
      <Toasts />
      <LiveRegion />
    </>
  )
}

/** Announces the title of each new page to screen readers, which do not notice client-side navigation. */
const useAnnouncedPages = () => {
  const { pathname } = usePageLocation()
  const announced = useRef(pathname)
  useEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    announce(document.title)
  }, [pathname])
}

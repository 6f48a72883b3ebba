import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { SignInDialogHost } from '#features/identity/web/SignInDialogHost.tsx'
import { openCreatePostDialog } from '#features/posts/web/create/open-create-post.ts'
import { preloadPostDialog } from '#features/posts/web/preload-post-dialog.ts'
import { MemberCardHost } from '#features/profiles/web/hover-card/MemberCardHost.tsx'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { announce, LiveRegion } from '#web/kit/LiveRegion.tsx'
import { Toasts } from '#web/kit/Toasts.tsx'
import { lazyDialog, lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'
import { useStore } from '#web/store.ts'
import { Brand } from './Brand.tsx'
import { shortcutsHelpOpenStore } from './FooterLinks.tsx'
import { Header } from './Header.tsx'
import { CONTENT_ID } from './PageLayout.tsx'
import { Sidebar } from './Sidebar.tsx'
import { layoutTexts } from './texts.ts'

const prepare = () => preloadPostDialog('create')

/**
 * The header's Create Post button for members. On a topic's page, it preselects the topic (docs/spec/pages.md#header).
 */
const CreatePostButton = () => {
  const navigation = useNavigation()
  const client = useQueryClient()
  const [open, keys] = useMemo(() => {
    const open = () => {
      const { pathname } = navigation.rendered.location
      const topic = client
        .getQueryData(topicsQuery.queryKey)
        ?.find(({ name }) => paths.topic(name) === pathname)
      openCreatePostDialog(topic ? { topicId: topic.id } : {})
      // If the code of the dialog could not be loaded, it is requested again.
      MemberOverlays.preload()
    }
    return [open, [{ key: 'n', label: layoutTexts.createPost, run: open }]]
  }, [navigation, client])
  useShortcuts(keys)
  return (
    <Button
      variant="primary"
      aria-label={layoutTexts.createPost}
      icon={<Icon name="plus" size={18} className="wide:hidden" />}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
      className="mx-1 narrow:mx-0 narrow:px-2.5"
    >
      <span className="narrow:hidden">{layoutTexts.createPost}</span>
    </Button>
  )
}

const MobileMenu = lazyDialog(() => import('./MobileMenu.tsx'))
const ShortcutsHelp = lazyDialog(() => import('./ShortcutsHelp.tsx'))

/** Shows the list of keyboard shortcuts when `?` is pressed or the list is opened from the site links. */
const ShortcutsHost = () => {
  const isOpen = useStore(shortcutsHelpOpenStore, false)
  const [keys] = useState(() => [
    { key: '?', label: layoutTexts.shortcuts, run: () => shortcutsHelpOpenStore.set(true) },
  ])
  useShortcuts(keys)
  return isOpen && <ShortcutsHelp onClose={() => shortcutsHelpOpenStore.set(false)} />
}

/** A progress bar, shown if the next page takes longer than 300 ms to load. */
const ProgressBar = () =>
  useStore(useNavigation().isLoading, false) && (
    <div role="progressbar" aria-label={layoutTexts.loading} className="late-progress" />
  )

const ApprovalNotice = lazyWithPreload(() => import('#features/profiles/web/complete/ApprovalNotice.tsx'))
const MemberOverlays = lazyDialog(() => import('./MemberOverlays.tsx'))

/** The sidebar, the header and everything that overlays pages (docs/spec/pages.md#layout). */
export const SiteLayout = ({ children }: { children: ReactNode }) => {
  const [menuOpen, setMenuOpen] = useState(false)
  const user = useCurrentUser()
  useAnnouncedPages()
  return (
    <>
      <a href={`#${CONTENT_ID}`} className="skip-link">
        {layoutTexts.skip}
      </a>
      <ProgressBar />
      {/* Without JavaScript the menu cannot open, so phones show the links below the page. */}
      <div className="site-columns">
        <aside aria-label={layoutTexts.sidebar} className="sidebar">
          <div className="sticky top-0 z-10 bg-bg px-3 py-2.5">
            <Brand />
          </div>
          <BoxBoundary>
            <Sidebar />
          </BoxBoundary>
        </aside>
        <div className="min-w-0">
          <BoxBoundary>
            <Header
              menuOpen={menuOpen}
              prepareMenu={MobileMenu.preload}
              onOpenMenu={() => setMenuOpen(true)}
              createPost={<CreatePostButton />}
            />
          </BoxBoundary>
          {user?.approval && <ApprovalNotice />}
          {children}
        </div>
      </div>
      <BoxBoundary>
        {menuOpen && <MobileMenu onClose={() => setMenuOpen(false)} />}
        <MemberCardHost />
        {user && <MemberOverlays />}
        <SignInDialogHost />
        <ShortcutsHost />
      </BoxBoundary>
      <Toasts />
      <LiveRegion />
    </>
  )
}

/** Announces the title of each new page because screen readers do not notice client-side navigation. */
const useAnnouncedPages = () => {
  const { pathname } = usePageLocation()
  const announced = useRef(pathname)
  useEffect(() => {
    if (announced.current === pathname) return
    announced.current = pathname
    announce(document.title)
  }, [pathname])
}

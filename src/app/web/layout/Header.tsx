import { type ReactNode, useSyncExternalStore } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { paths } from '#core/paths.ts'
import { SignInButton } from '#features/identity/web/SignInButton.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import { type Shortcut, useShortcuts } from '#web/shortcuts.ts'
import { requestSignIn } from '#web/sign-in-request.ts'
import { useStore } from '#web/store.ts'
import { setTheme, themeStore, themes } from '#web/theme.ts'
import { Brand } from './Brand.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { SearchForm } from './SearchForm.tsx'
import { layoutTexts } from './texts.ts'
import { useSignOutAndDeleteDrafts } from './use-sign-out-and-delete-drafts.ts'
import { type WaitingLabels, waitingStore } from './waiting.ts'

const AccountMenu = ({ user }: { user: CurrentUser }) => {
  const signOut = useSignOutAndDeleteDrafts(user)
  const waiting = useStore(waitingStore, null)
  return (
    <Menu
      items={() => itemsFor(user, signOut, waiting)}
      trigger={(props) => (
        <IconButton {...props} name={waiting?.accountMenu ?? layoutTexts.accountMenu}>
          <Avatar username={user.username} picture={user.avatar} size={28} />
          {waiting && (
            <span
              aria-hidden
              className="absolute top-0.5 right-0.5 size-3 rounded-full border-2 border-bg bg-danger-fill"
            />
          )}
        </IconButton>
      )}
    />
  )
}

const itemsFor = (
  { username, isAdmin, isModerator, moderatedTopics }: CurrentUser,
  signOut: () => void,
  waiting: WaitingLabels | null,
): MenuItem[] => {
  const items: MenuItem[] = [
    { label: layoutTexts.viewProfile, icon: 'user', href: paths.profile(username) },
    { label: layoutTexts.settings, icon: 'settings', href: paths.settings },
  ]
  if (isAdmin || isModerator || moderatedTopics.length > 0)
    items.push({ label: waiting?.moderation ?? layoutTexts.moderation, icon: 'flag', href: paths.moderation })
  if (isAdmin)
    items.push({ label: waiting?.adminPanel ?? layoutTexts.adminPanel, icon: 'shield', href: paths.admin })
  return [...items, { label: layoutTexts.signOut, icon: 'log-out', separated: true, onSelect: signOut }]
}

const ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const

/** The switch between the system, light and dark themes. The choice is stored in this browser. */
export const ThemeSwitch = () => {
  const chosen = useStore(themeStore, 'system')
  return (
    <Menu
      items={() =>
        themes.map((name) => ({
          label: layoutTexts.themes[name],
          icon: ICONS[name],
          checked: name === chosen,
          onSelect: () => setTheme(name),
        }))
      }
      trigger={(props) => (
        <IconButton {...props} name={layoutTexts.theme}>
          <Icon name={ICONS[chosen]} size={18} />
        </IconButton>
      )}
    />
  )
}

const SCROLLED_PIXELS = 50

const NO_KEYS: Shortcut[] = []
/** For visitors only, because members get this shortcut from their Create Post button. */
const VISITOR_KEYS: Shortcut[] = [
  { key: 'n', label: layoutTexts.createPost, run: () => requestSignIn('post', { kind: 'publish' }) },
]

type Props = {
  menuOpen: boolean
  /** Called before the menu is opened, to load its code. */
  prepareMenu(): void
  onOpenMenu(): void
  /** The Create Post button next to the notification bell, for members only. */
  createPost?: ReactNode
}

export const Header = ({ menuOpen, prepareMenu, onOpenMenu, createPost }: Props) => {
  const user = useCurrentUser()
  useShortcuts(user ? NO_KEYS : VISITOR_KEYS)
  const { pathname, search } = usePageLocation()
  const hasHero = !user && pathname === paths.home && !search.q?.trim()
  const scrolled = useSyncExternalStore(onScroll, isScrolled, () => false)
  // The header has no blur or filter, because Safari would then position fixed descendants, such as menus, relative to
  // the header, which Radix does not expect.
  return (
    <header className={classNames('site-header', scrolled ? 'scrolled border-line' : 'border-transparent')}>
      <IconButton
        name={layoutTexts.openMenu}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onPointerEnter={prepareMenu}
        onClick={onOpenMenu}
        className="-ml-1 wide:hidden noscript:hidden"
      >
        <Icon name="menu" size={20} />
      </IconButton>
      {/* Hidden on the home page for visitors because the hero already has a search field. The hidden form
          keeps its space. */}
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] items-center wide:max-w-[520px] *:col-start-1 *:row-start-1">
        {hasHero && !scrolled && (
          <div className="wide:hidden">
            <Brand />
          </div>
        )}
        <SearchForm className={hasHero && !scrolled ? 'not-focus-within:invisible' : undefined} />
      </div>
      <div className="ml-auto flex items-center gap-1">
        <span className="narrow:hidden">
          <ThemeSwitch />
        </span>
        {user ? (
          <>
            <NotificationBell />
            {createPost}
            <AccountMenu user={user} />
          </>
        ) : (
          <SignInButton />
        )}
      </div>
    </header>
  )
}

const onScroll = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

const isScrolled = () => scrollY > SCROLLED_PIXELS

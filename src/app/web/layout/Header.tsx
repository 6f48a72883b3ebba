import MenuIcon from 'lucide-react/icons/menu'
import { type ReactNode, useSyncExternalStore } from 'react'
import { AccountMenu } from '#app/web/layout/AccountMenu.tsx'
import { NotificationBell } from '#app/web/layout/NotificationBell.tsx'
import { SearchForm } from '#app/web/layout/SearchForm.tsx'
import { ThemeSwitch } from '#app/web/layout/ThemeSwitch.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { LoginButton } from '#features/identity/web/LoginButton.tsx'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { classes } from '#web/kit/classes.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { type Shortcut, useShortcuts } from '#web/shortcuts.ts'

const SCROLLED_PIXELS = 50

const NO_KEYS: Shortcut[] = []
/** Members have this shortcut through their Create Post button. */
const VISITOR_KEYS: Shortcut[] = [
  { key: 'n', label: texts.createPost, run: () => askToSignIn('post', { kind: 'publish' }) },
]

type Props = {
  menuOpen: boolean
  onOpenMenu(): void
  /** Create Post, next to the bell; members only. */
  createPost?: ReactNode
}

export const Header = ({ menuOpen, onOpenMenu, createPost }: Props) => {
  const user = useCurrentUser()
  useShortcuts(user ? NO_KEYS : VISITOR_KEYS)
  const scrolled = useSyncExternalStore(onScroll, isScrolled, () => false)
  // No blur or filter: Safari would then position fixed descendants, such as menus, relative to the header,
  // which Radix does not expect.
  return (
    <header
      className={classes(
        'sticky top-0 z-20 flex items-center gap-2 border-b bg-bg px-6 py-2.5 transition-colors narrow:gap-1 narrow:px-3 narrow:py-1.5',
        // On wide screens the header is aligned with the page's columns.
        'xl:px-[max(24px,calc(50%-504px))]',
        scrolled ? 'scrolled border-line' : 'border-transparent',
      )}
    >
      <IconButton
        name={texts.openMenu}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onOpenMenu}
        className="-ml-1 wide:hidden noscript:hidden"
      >
        <MenuIcon size={20} />
      </IconButton>
      <SearchForm className="grow wide:max-w-[520px]" />
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
          <LoginButton />
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

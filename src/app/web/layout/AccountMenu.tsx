import SignOutIcon from 'lucide-react/icons/log-out'
import SettingsIcon from 'lucide-react/icons/settings'
import AdminIcon from 'lucide-react/icons/shield'
import ProfileIcon from 'lucide-react/icons/user'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { useSignOutWithoutDrafts } from '#features/posts/web/sign-out/use-sign-out-without-drafts.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'

export const AccountMenu = ({ user }: { user: CurrentUser }) => {
  const signOut = useSignOutWithoutDrafts(user)
  return (
    <Menu
      items={itemsFor(user, signOut)}
      trigger={(props) => (
        <IconButton {...props} name={texts.accountMenu}>
          <Avatar username={user.username} picture={user.avatar} size={28} />
        </IconButton>
      )}
    />
  )
}

const itemsFor = ({ username, isAdmin }: CurrentUser, signOut: () => void): MenuItem[] => [
  { label: texts.viewProfile, icon: ProfileIcon, href: paths.profile(username) },
  { label: texts.settings, icon: SettingsIcon, href: paths.settings },
  ...(isAdmin ? [{ label: texts.adminPanel, icon: AdminIcon, href: paths.admin }] : []),
  { label: texts.signOut, icon: SignOutIcon, separated: true, onSelect: signOut },
]

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { listModerationItems } from '#web/moderation-items.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { Profile } from '../../contract.ts'
import { block, mute, unmute } from './change-mutes.ts'
import { mutesQuery } from './queries.ts'
import { muteTexts } from './texts.ts'

/** The lazily loaded menu of a profile, with Mute, Block and Report, and Moderate for moderators. */
const MemberMenu = ({ profile }: { profile: Profile }) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const user = useCurrentUser()
  const box = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [isBlocking, setIsBlocking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { data: mutes } = useQuery({ ...mutesQuery, enabled: isNear })
  const { username } = profile
  const existing = mutes?.find(({ member }) => member?.id === profile.id)
  const afterMenu = (run: () => void) => () =>
    setTimeout(() => {
      box.current?.querySelector('button')?.focus()
      run()
    })
  const items = (): MenuItem[] => [
    existing
      ? {
          label: muteTexts.unmuteNamed(username),
          icon: 'bell',
          onSelect: () => void unmute(client, existing, username),
        }
      : {
          label: muteTexts.muteMember(username),
          icon: 'bell-off',
          onSelect: () => void mute(client, { kind: 'member', value: username }),
        },
    {
      label: muteTexts.blockMember(username),
      icon: 'ban',
      onSelect: afterMenu(() => setIsBlocking(true)),
    },
    ...listModerationItems(user, { kind: 'member', id: username, authorId: profile.id }, afterMenu),
  ]
  const confirm = async () => {
    setIsBusy(true)
    const isBlocked = await block(client, profile, () => navigation.push(paths.mutedSettings))
    if (!isBlocked) setIsBusy(false)
  }
  const approach = () => setIsNear(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads
    <span ref={box} onPointerEnter={approach} onFocus={approach}>
      <Menu
        items={items}
        trigger={(props) => (
          <IconButton {...props} name={muteTexts.memberActions(username)}>
            <Icon name="ellipsis" size={18} />
          </IconButton>
        )}
      />
      {isBlocking && (
        <ConfirmDialog
          title={muteTexts.blockTitle(username)}
          text={muteTexts.blockedIntro}
          confirmLabel={muteTexts.block}
          isHarmless
          busyLabel={muteTexts.blocking}
          isBusy={isBusy}
          onConfirm={() => void confirm()}
          onClose={() => setIsBlocking(false)}
        />
      )}
    </span>
  )
}

export default MemberMenu

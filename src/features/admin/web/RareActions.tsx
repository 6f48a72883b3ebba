import { useRef } from 'react'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import type { AdminUserRow } from '../contract.ts'
import { secondFactorTexts } from './reset-link-texts.ts'
import { roleTexts } from './role-texts.ts'
import { userTexts } from './users-texts.ts'

export type RareAction = 'role' | 'sign-out' | 'second-factors' | 'delete'

type Props = { user: AdminUserRow; canRemoveFactors: boolean; onChoose(action: RareAction): void }

/** The menu of what admins rarely do with a user. */
export const RareActions = ({ user: { username }, canRemoveFactors, onChoose }: Props) => {
  const button = useRef<HTMLSpanElement>(null)
  /** A dialog returns the focus to the button of the menu. */
  const choose = (action: RareAction) => () =>
    setTimeout(() => {
      button.current?.querySelector('button')?.focus()
      onChoose(action)
    })
  const items = (): MenuItem[] => [
    { label: roleTexts.role, icon: 'shield', onSelect: choose('role') },
    { label: userTexts.endSessions, icon: 'log-out', onSelect: choose('sign-out') },
    ...(canRemoveFactors
      ? [{ label: secondFactorTexts.remove, icon: 'lock', onSelect: choose('second-factors') } as const]
      : []),
    {
      label: userTexts.deleteAccount,
      icon: 'trash-2',
      tone: 'danger',
      separated: true,
      onSelect: choose('delete'),
    },
  ]
  return (
    <span ref={button} className="inline-flex">
      <Menu
        items={items}
        trigger={(props) => (
          <IconButton {...props} name={roleTexts.more(username)} className="wide:pointer-fine:size-6">
            <Icon name="ellipsis" size={16} />
          </IconButton>
        )}
      />
    </span>
  )
}

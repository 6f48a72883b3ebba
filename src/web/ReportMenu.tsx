import { useRef } from 'react'
import { useCurrentUser } from './current-user.ts'
import { Icon } from './kit/Icon.tsx'
import { IconButton } from './kit/IconButton.tsx'
import { Menu } from './kit/Menu.tsx'
import { listModerationItems, type ReportableContent } from './moderation-items.ts'

type Props = { name: string; content: ReportableContent }

/** The menu of what has no other menu: Report for readers, and Moderate for those who look after it. */
export const ReportMenu = ({ name, content }: Props) => {
  const user = useCurrentUser()
  const box = useRef<HTMLSpanElement>(null)
  if (user && user.id === content.authorId) return null
  const afterMenu = (run: () => void) => () =>
    setTimeout(() => {
      box.current?.querySelector('button')?.focus()
      run()
    })
  return (
    <span ref={box}>
      <Menu
        items={() => listModerationItems(user, content, afterMenu)}
        trigger={(props) => (
          <IconButton {...props} name={name}>
            <Icon name="ellipsis" size={16} />
          </IconButton>
        )}
      />
    </span>
  )
}

import OptionsIcon from 'lucide-react/icons/ellipsis'
import EditIcon from 'lucide-react/icons/pencil'
import RenewIcon from 'lucide-react/icons/refresh-cw'
import DeleteIcon from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import type { PostCard } from '#features/posts/contract.ts'
import { preparePostDialog } from '#features/posts/web/PostDialogs.tsx'
import { postDialog } from '#features/posts/web/post-dialog.ts'
import { texts } from '#features/posts/web/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'

type Props = { post: PostCard; canEdit: boolean; canRenew: boolean; canDelete: boolean }

const prepare = () => preparePostDialog('change')

/** The lazily loaded content of `OwnerMenu`. */
const OwnerMenuParts = ({ post, canEdit, canRenew, canDelete }: Props) => {
  const box = useRef<HTMLSpanElement>(null)
  const open = (kind: 'edit' | 'renew' | 'delete' | 'remove') => () =>
    // Waits until the menu has closed, so that the dialog later returns the focus to the menu's button.
    setTimeout(() => {
      box.current?.querySelector('button')?.focus()
      postDialog.set({ kind, post })
    })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads
    <span ref={box} onPointerEnter={prepare} onFocus={prepare}>
      <Menu
        items={[
          ...(canEdit ? [{ label: texts.edit, icon: EditIcon, onSelect: open('edit') }] : []),
          ...(canRenew ? [{ label: texts.renew, icon: RenewIcon, onSelect: open('renew') }] : []),
          canDelete
            ? { label: texts.delete, icon: DeleteIcon, tone: 'danger', onSelect: open('delete') }
            : { label: texts.remove, icon: DeleteIcon, tone: 'danger', onSelect: open('remove') },
        ]}
        trigger={(props) => (
          <IconButton {...props} name={texts.options}>
            <OptionsIcon size={18} />
          </IconButton>
        )}
      />
    </span>
  )
}

export default OwnerMenuParts

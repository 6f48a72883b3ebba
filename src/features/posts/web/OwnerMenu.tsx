import OptionsIcon from 'lucide-react/icons/ellipsis'
import EditIcon from 'lucide-react/icons/pencil'
import DeleteIcon from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { may } from '#features/posts/may.ts'
import { preparePostDialog } from '#features/posts/web/PostDialogs.tsx'
import { postDialog } from '#features/posts/web/post-dialog.ts'
import { texts } from '#features/posts/web/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'

/** Edit and Delete, for who may (section 6). */
export const OwnerMenu = ({ post }: { post: PostCard }) => {
  const user = useCurrentUser()
  const box = useRef<HTMLSpanElement>(null)
  if (!may.deletePost(user, post)) return null
  const open = (kind: 'edit' | 'delete') => () =>
    // Once the menu has gone, so that the dialog gives the focus back to the button.
    setTimeout(() => {
      box.current?.querySelector('button')?.focus()
      postDialog.set({ kind, post })
    })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only looks ahead
    <span
      ref={box}
      className="-my-2 ml-auto"
      onPointerEnter={() => preparePostDialog('change')}
      onFocus={() => preparePostDialog('change')}
    >
      <Menu
        items={[
          ...(may.editPost(user, post)
            ? [{ label: texts.edit, icon: EditIcon, onSelect: open('edit') }]
            : []),
          { label: texts.delete, icon: DeleteIcon, tone: 'danger', onSelect: open('delete') },
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

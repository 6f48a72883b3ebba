import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { paths } from '#core/paths.ts'
import { patchEntity } from '#web/entity-cache.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { PostCard } from '../contract.ts'
import { focusNextCard, isPostPage } from './delete/after-deletion.ts'
import { invalidatePostLists } from './invalidate-post-lists.ts'
import { preloadPostDialog } from './PostDialogs.tsx'
import { postDialogStore } from './post-dialog.ts'
import { removalRequestStore } from './removal-request.ts'
import { postTexts } from './texts.ts'

type Props = { post: PostCard; canEdit: boolean; canRenew: boolean; canDelete: boolean }

const prepare = () => preloadPostDialog('change')

/** The lazily loaded content of `OwnerMenu`. */
const OwnerMenuParts = ({ post, canEdit, canRenew, canDelete }: Props) => {
  const box = useRef<HTMLSpanElement>(null)
  const client = useQueryClient()
  const navigation = useNavigation()
  // Opens the dialog after the menu has closed so that focus returns to the menu's button when the dialog
  // closes.
  const afterMenu = (openDialog: () => void) => () =>
    setTimeout(() => {
      box.current?.querySelector('button')?.focus()
      openDialog()
    })
  const open = (kind: 'edit' | 'renew' | 'delete') => afterMenu(() => postDialogStore.set({ kind, post }))
  const removeFromPage = () => {
    if (isPostPage(post, navigation.location.pathname)) void navigation.push(paths.home)
    else focusNextCard(post.id)
    patchEntity(client, 'post', post.id, (copy) => ({ ...copy, isDeleted: true }))
    void invalidatePostLists(client, post.user.id)
  }
  const remove = afterMenu(() =>
    removalRequestStore.set({
      kind: 'post',
      id: post.id,
      title: post.title,
      author: post.user.username,
      onRemoved: removeFromPage,
    }),
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads
    <span ref={box} onPointerEnter={prepare} onFocus={prepare}>
      <Menu
        items={() => [
          ...(canEdit
            ? ([{ label: postTexts.edit, icon: 'pencil', onSelect: open('edit') }] satisfies MenuItem[])
            : []),
          ...(canRenew
            ? ([{ label: postTexts.renew, icon: 'refresh-cw', onSelect: open('renew') }] satisfies MenuItem[])
            : []),
          canDelete
            ? { label: postTexts.delete, icon: 'trash-2', tone: 'danger', onSelect: open('delete') }
            : { label: postTexts.remove, icon: 'trash-2', tone: 'danger', onSelect: remove },
        ]}
        trigger={(props) => (
          <IconButton {...props} name={postTexts.options}>
            <Icon name="ellipsis" size={18} />
          </IconButton>
        )}
      />
    </span>
  )
}

export default OwnerMenuParts

import { useState } from 'react'
import { paths } from '#core/paths.ts'
import {
  endUserSessions,
  listUsers,
  muteUser,
  searchUsers,
  type UserRow,
  unmuteUser,
} from '#features/moderation/contract.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Mark } from './AdminRow.tsx'
import { type Address, sortIn } from './address.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { texts } from './texts.ts'

const sorts = ['newest', 'name', 'posts', 'engagement'] as const

export const UsersTab = ({ address }: { address: Address }) => {
  const sort = sortIn(sorts, address)
  return (
    <AdminList
      address={address}
      sorts={sorts}
      sort={sort}
      failed={address.q ? texts.searchFailed : texts.loadFailed}
      load={({ q, ...page }) =>
        q
          ? call(searchUsers, { query: { ...page, q, sort } as never })
          : call(listUsers, { query: { ...page, sort } as never })
      }
      idOf={(user: UserRow) => user.id}
    >
      {(user) => <User user={user} />}
    </AdminList>
  )
}

const User = ({ user }: { user: UserRow }) => {
  const [openDialog, setOpenDialog] = useState<'mute' | 'sign-out' | 'delete' | null>(null)
  const { id, username, isAdmin, isMuted } = user
  const params = { id }
  const close = () => setOpenDialog(null)
  return (
    <AdminRow
      label={username}
      title={
        <>
          <SiteLink href={paths.profile(username)} className="hover:underline">
            {username}
          </SiteLink>
          {isAdmin && <Mark>{texts.admin}</Mark>}
          <Mark isWarning={isMuted}>{isMuted ? texts.muted : texts.active}</Mark>
          {!user.profileCompleted && <Mark>{texts.incomplete}</Mark>}
        </>
      }
      facts={
        <>
          {user.email && <>{user.email} · </>}
          <RelativeTime iso={user.createdAt} /> ·{' '}
          {texts.counts(user.postCount, user.totalUpvotes, user.totalEngagement)}
        </>
      }
      actions={
        !isAdmin && (
          <>
            <Button
              aria-label={`${isMuted ? texts.unmute : texts.mute} ${username}`}
              onClick={() => setOpenDialog('mute')}
            >
              {isMuted ? texts.unmute : texts.mute}
            </Button>
            <Button aria-label={texts.endSessionsNamed(username)} onClick={() => setOpenDialog('sign-out')}>
              {texts.endSessions}
            </Button>
            <Button aria-label={texts.deleteNamed(username)} onClick={() => setOpenDialog('delete')}>
              {texts.delete}
            </Button>
          </>
        )
      }
    >
      {openDialog === 'mute' && (
        <ConfirmDialog
          draft={`${isMuted ? 'unmute' : 'mute'}:${id}`}
          title={isMuted ? texts.unmuteTitle(username) : texts.muteTitle(username)}
          text={isMuted ? texts.unmuteText : texts.muteText}
          label={isMuted ? texts.unmute : texts.mute}
          successMessage={isMuted ? texts.isUnmuted(username) : texts.isMuted(username)}
          action={(reason) => call(isMuted ? unmuteUser : muteUser, { params, query: { reason } })}
          onClose={close}
        />
      )}
      {openDialog === 'sign-out' && (
        <ConfirmDialog
          draft={`end-sessions:${id}`}
          title={texts.endSessionsTitle(username)}
          text={texts.endSessionsText}
          label={texts.endSessions}
          successMessage={texts.sessionsEnded(username)}
          action={(reason) => call(endUserSessions, { params, query: { reason } })}
          onClose={close}
        />
      )}
      {openDialog === 'delete' && <DeleteUserDialog user={user} onClose={close} />}
    </AdminRow>
  )
}

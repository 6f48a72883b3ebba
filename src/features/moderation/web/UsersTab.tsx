import { useState } from 'react'
import { paths } from '#core/paths.ts'
import {
  countBelongings,
  deleteUser,
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
import { texts } from './texts.ts'
import { useAct } from './use-act.ts'

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
  const { act, isBusy, fault } = useAct()
  const [isAsked, setAsked] = useState(false)
  const { id, username, isAdmin, isMuted } = user
  const params = { id }
  const remove = async () => {
    const belongings = await call(countBelongings, { params })
    if (!confirm(texts.deleteUser(username, belongings))) return false
    const reason = prompt(texts.why)
    return reason === null ? false : call(deleteUser, { params, query: { reason } })
  }
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
      fault={fault}
      actions={
        !isAdmin && (
          <>
            <Button
              busy={isBusy}
              aria-label={`${isMuted ? texts.unmute : texts.mute} ${username}`}
              onClick={() => setAsked(true)}
            >
              {isMuted ? texts.unmute : texts.mute}
            </Button>
            <Button
              busy={isBusy}
              aria-label={texts.deleteNamed(username)}
              onClick={() => void act(remove, texts.deleted(username))}
            >
              {texts.delete}
            </Button>
          </>
        )
      }
    >
      {isAsked && (
        <ConfirmDialog
          draft={`${isMuted ? 'unmute' : 'mute'}:${id}`}
          title={isMuted ? texts.unmuteTitle(username) : texts.muteTitle(username)}
          text={isMuted ? texts.unmuteText : texts.muteText}
          label={isMuted ? texts.unmute : texts.mute}
          said={isMuted ? texts.isUnmuted(username) : texts.isMuted(username)}
          work={(reason) => call(isMuted ? unmuteUser : muteUser, { params, query: { reason } })}
          onClose={() => setAsked(false)}
        />
      )}
    </AdminRow>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import type {
  AdminUserRow,
  deleteUser,
  endUserSessions,
  listUsers,
  removeSecondFactors,
  searchUsers,
  unmuteUser,
} from '../contract.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Badge, MemberLink } from './AdminRow.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { MuteDialog } from './MuteDialog.tsx'
import { userContentQuery } from './panel-queries.ts'
import type { AdminPanelState } from './panel-state.ts'
import { type RareAction, RareActions } from './RareActions.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { resetLinkTexts, secondFactorTexts } from './reset-link-texts.ts'
import { roleTexts } from './role-texts.ts'
import { profileSubject } from './SubjectLinks.tsx'
import { adminTexts } from './texts.ts'
import { userTexts } from './users-texts.ts'

type Props = { user: { id: number; username: string }; onClose(): void }

/**
 * Shows how much content would be deleted along with a user and asks for a reason. The browser then asks for
 * a final confirmation (docs/spec/flows.md#moderating).
 */
const DeleteUserDialog = ({ user: { id, username }, onClose }: Props) => {
  const params = { id }
  const { data, error, isFetching, refetch } = useQuery(userContentQuery(id))
  const [title, text] = [userTexts.deleteUser(username), data && userTexts.deleteUserText(data)]
  return (
    <ConfirmDialog
      draft={`delete-user:${id}`}
      title={title}
      text={text ?? (error ? userTexts.deleteUserAll : `${userTexts.deleteUserAll} ${userTexts.counting}`)}
      isReady={text !== undefined}
      label={adminTexts.delete}
      isDeletion
      successMessage={adminTexts.deleted(username)}
      action={async (reason) =>
        confirm(`${title}\n\n${text}`) &&
        callApi<typeof deleteUser>('DELETE /api/admin/users/:id', { params, query: { reason } })
      }
      subjects={[profileSubject(username)]}
      onClose={onClose}
    >
      {error && (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {getErrorMessage(error, userTexts.countFailed)}
        </ErrorNotice>
      )}
    </ConfirmDialog>
  )
}

const texts = userTexts.columns
const columns = [
  { label: texts.name, sorts: ['name', 'name-desc'], isAscending: true },
  { label: texts.email },
  { label: texts.joined, sorts: ['newest', 'oldest'] },
  { label: texts.posts, sorts: ['posts', 'posts-asc'], isNumber: true, sum: 'posts' },
  { label: texts.upvotes, sorts: ['upvotes', 'upvotes-asc'], isNumber: true, sum: 'upvotes' },
  { label: texts.engagement, sorts: ['engagement', 'engagement-asc'], isNumber: true, sum: 'engagement' },
] as const

export const UsersTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="newest"
    failed={panelState.q ? adminTexts.searchFailed : adminTexts.loadFailed}
    load={({ q, ...page }) =>
      q
        ? callApi<typeof searchUsers>('GET /api/admin/users/search', { query: { ...page, q } })
        : callApi<typeof listUsers>('GET /api/admin/users', { query: page })
    }
    idOf={(user: AdminUserRow) => user.id}
  >
    {(user) => <User user={user} />}
  </AdminList>
)

const describeSanction = (user: AdminUserRow): string => {
  const what = user.isSuspended ? roleTexts.suspended : userTexts.muted
  const endsAt = user.isSuspended ? user.suspensionEndsAt : user.muteEndsAt
  return endsAt ? roleTexts.until(what, formatDate(endsAt)) : what
}

/** Formats the day on which a sanction ends, briefly. */
const formatDate = (date: Date): string =>
  date.toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    ...(date.getUTCFullYear() !== new Date().getUTCFullYear() && { year: 'numeric' }),
    timeZone: 'UTC',
  })

const User = ({ user }: { user: AdminUserRow }) => {
  const [openDialog, setOpenDialog] = useState<
    RareAction | 'mute' | 'unmute' | 'reset-link' | 'delete' | null
  >(null)
  const { id, username, isAdmin, isMuted } = user
  const params = { id }
  const close = () => setOpenDialog(null)
  const { data: signIn } = useQuery(signInSettingsQuery)
  return (
    <AdminRow
      label={username}
      title={
        <>
          <MemberLink username={username} />
          {isAdmin && <Badge>{userTexts.admin}</Badge>}
          {user.isModerator && <Badge>{roleTexts.moderatorBadge}</Badge>}
          {!user.isModerator && user.moderatedTopics.length > 0 && (
            <Badge>{roleTexts.topicModeratorBadge(user.moderatedTopics.length)}</Badge>
          )}
          {/* Who is suspended is also muted. */}
          {isMuted && <Badge isWarning>{describeSanction(user)}</Badge>}
          {!user.profileCompleted && <Badge>{userTexts.incomplete}</Badge>}
        </>
      }
      facts={
        <>
          {user.email && <>{user.email} · </>}
          <RelativeTime date={user.createdAt} /> ·{' '}
          {userTexts.counts(user.postCount, user.totalUpvotes, user.totalEngagement)}
        </>
      }
      more={user.invitations && <p>{userTexts.invitations(user.invitations)}</p>}
      cells={[
        { label: texts.email, value: user.email },
        { label: texts.joined, value: <RelativeTime date={user.createdAt} /> },
        { label: texts.posts, value: user.postCount.toLocaleString('en'), isNumber: true },
        { label: texts.upvotes, value: user.totalUpvotes.toLocaleString('en'), isNumber: true },
        { label: texts.engagement, value: user.totalEngagement.toLocaleString('en'), isNumber: true },
      ]}
      actions={
        !isAdmin && (
          <>
            {!user.isSuspended && (
              <Button
                aria-label={`${isMuted ? userTexts.unmute : userTexts.mute} ${username}`}
                onClick={() => setOpenDialog(isMuted ? 'unmute' : 'mute')}
              >
                {isMuted ? userTexts.unmute : userTexts.mute}
              </Button>
            )}
            {signIn?.isEmbedded && (
              <Button
                aria-label={resetLinkTexts.resetLinkNamed(username)}
                onClick={() => setOpenDialog('reset-link')}
              >
                {resetLinkTexts.resetLink}
              </Button>
            )}
            <RareActions
              user={user}
              canRemoveFactors={Boolean(signIn?.isEmbedded && user.hasSecondFactors)}
              onChoose={setOpenDialog}
            />
          </>
        )
      }
      dialog={
        <>
          {openDialog === 'role' && <RoleDialog user={user} onClose={close} />}
          {openDialog === 'mute' && <MuteDialog user={user} onClose={close} />}
          {openDialog === 'unmute' && (
            <ConfirmDialog
              draft={`unmute:${id}`}
              title={userTexts.unmuteTitle(username)}
              text={userTexts.unmuteText}
              label={userTexts.unmute}
              successMessage={userTexts.userUnmuted(username)}
              action={(reason) =>
                callApi<typeof unmuteUser>('PATCH /api/admin/users/:id/unmute', {
                  params,
                  query: { reason },
                })
              }
              subjects={[profileSubject(username)]}
              onClose={close}
            />
          )}
          {openDialog === 'sign-out' && (
            <ConfirmDialog
              draft={`end-sessions:${id}`}
              title={userTexts.endSessionsTitle(username)}
              text={userTexts.endSessionsText}
              label={userTexts.endSessions}
              successMessage={userTexts.sessionsEnded(username)}
              action={(reason) =>
                callApi<typeof endUserSessions>('POST /api/admin/users/:id/end-sessions', {
                  params,
                  query: { reason },
                })
              }
              subjects={[profileSubject(username)]}
              onClose={close}
            />
          )}
          {openDialog === 'second-factors' && (
            <ConfirmDialog
              draft={`second-factors:${id}`}
              title={secondFactorTexts.removeTitle(username)}
              text={secondFactorTexts.removeText}
              label={secondFactorTexts.confirm}
              isDeletion
              successMessage={secondFactorTexts.removed(username)}
              action={(reason) =>
                callApi<typeof removeSecondFactors>('DELETE /api/admin/users/:id/second-factors', {
                  params,
                  query: { reason },
                })
              }
              subjects={[profileSubject(username)]}
              onClose={close}
            />
          )}
          {openDialog === 'reset-link' && <ResetLinkDialog user={user} onClose={close} />}
          {openDialog === 'delete' && <DeleteUserDialog user={user} onClose={close} />}
        </>
      }
    />
  )
}

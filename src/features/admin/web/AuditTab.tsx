import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { AdminAction, AuditEvent, listAuditEvents } from '../contract-audit.ts'
import { AddReasonButton } from './AddReasonButton.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminRow, MemberLink } from './AdminRow.tsx'
import { auditLogTexts } from './audit-log-texts.ts'
import { auditVerbs, describeAuditChanges } from './audit-texts.ts'
import type { AdminPanelState } from './panel-state.ts'
import { adminTexts } from './texts.ts'

/** The placeholder in the audit log for the name of a deleted account. */
const DELETED_ACCOUNT = 'deleted account'

const columns = [
  { label: adminTexts.columns.action },
  { label: adminTexts.columns.time, sorts: ['newest', 'oldest'] },
  { label: adminTexts.columns.reason },
] as const

/** Shows the audit log: which admin did what, when and why, and what changed. */
export const AuditTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="newest"
    load={(query) => callApi<typeof listAuditEvents>('GET /api/admin/acts', { query })}
    idOf={(event: AuditEvent) => event.id}
  >
    {(event) => (
      <AdminRow
        label={`${auditLogTexts.actions[event.action]} ${event.target}`}
        title={<Act event={event} />}
        facts={<RelativeTime date={event.createdAt} />}
        cells={[{ label: adminTexts.columns.time, value: <RelativeTime date={event.createdAt} /> }]}
        actions={event.isOwn && !event.reason && <AddReasonButton event={event} />}
      >
        <Reading event={event} />
      </AdminRow>
    )}
  </AdminList>
)

/** Renders an event as a sentence, such as “ada muted bob”. */
const Act = ({ event: { admin, action, target } }: { event: AuditEvent }) => (
  <span>
    {admin} {auditVerbs[action]} <Target action={action} target={target} />
  </span>
)

const ABOUT_MEMBERS: readonly AdminAction[] = [
  'mute-user',
  'unmute-user',
  'end-sessions-of-user',
  'create-reset-link-for-user',
  'reset-second-factors-of-user',
]
const ABOUT_TOPICS: readonly AdminAction[] = ['create-topic', 'change-topic', 'mark-hot', 'unmark-hot']

/** Shows the name of the action's target, as a link if the target probably still exists under this name. */
const Target = ({ action, target }: Pick<AuditEvent, 'action' | 'target'>) => {
  if (ABOUT_MEMBERS.includes(action) && target !== DELETED_ACCOUNT) return <MemberLink username={target} />
  if (ABOUT_TOPICS.includes(action))
    return (
      <SiteLink href={paths.topic(target)} className="hover:underline">
        {target}
      </SiteLink>
    )
  return <bdi>{target}</bdi>
}

const Reading = ({ event }: { event: AuditEvent }) => {
  const sentences = describeAuditChanges(event)
  return (
    <>
      {event.reason && (
        <p>
          {auditLogTexts.reason}: {event.reason}
          {event.reasonAddedAt && (
            <span className="text-muted">
              {' '}
              ({auditLogTexts.reasonAdded} <RelativeTime date={event.reasonAddedAt} />)
            </span>
          )}
        </p>
      )}
      {event.reason && sentences.length > 0 && <span className="in-data-open:hidden"> · </span>}
      {sentences.length > 0 && <p className="whitespace-pre-line">{sentences.join(' ')}</p>}
    </>
  )
}

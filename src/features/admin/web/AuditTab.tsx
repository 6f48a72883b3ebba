import { call } from '#web/api-client.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import type { AuditEvent, listAuditEvents } from '../contract-audit.ts'
import { AddReason } from './AddReason.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminRow } from './AdminRow.tsx'
import type { PanelState } from './panel-state.ts'
import { texts } from './texts.ts'

/** The audit log: who did what, when and why, with the values before and after. */
export const AuditTab = ({ address }: { address: PanelState }) => (
  <AdminList
    address={address}
    load={(query) => call<typeof listAuditEvents>('GET /api/admin/acts', { query })}
    idOf={(event: AuditEvent) => event.id}
  >
    {(event) => (
      <AdminRow
        label={`${texts.actions[event.action]} ${event.target}`}
        title={
          <>
            {texts.actions[event.action]}: {event.target}
          </>
        }
        facts={
          <>
            {texts.by} {event.admin} · <RelativeTime date={event.createdAt} />
          </>
        }
        actions={event.isOwn && !event.reason && <AddReason act={event} />}
      >
        {event.reason && (
          <p>
            {texts.reason}: {event.reason}
            {event.reasonAddedAt && (
              <span className="text-xs text-muted">
                {' '}
                ({texts.reasonAdded} <RelativeTime date={event.reasonAddedAt} />)
              </span>
            )}
          </p>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-muted">
          <Fields label={texts.before} fields={event.before} />
          <Fields label={texts.after} fields={event.after} />
        </dl>
      </AdminRow>
    )}
  </AdminList>
)

const Fields = ({ label, fields }: { label: string; fields: Record<string, unknown> | null }) =>
  fields && (
    <>
      <dt>{label}</dt>
      <dd className="line-clamp-4">
        {Object.entries(fields)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join(' · ')}
      </dd>
    </>
  )

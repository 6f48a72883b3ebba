import { type AdminAct, listAdminActs } from '#features/audit/contract.ts'
import { call } from '#web/call.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { AddReason } from './AddReason.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminRow } from './AdminRow.tsx'
import type { Address } from './address.ts'
import { texts } from './texts.ts'

/** Who did what to what, when and why, and what it was before and after. */
export const AuditTab = ({ address }: { address: Address }) => (
  <AdminList
    address={address}
    load={(query) => call(listAdminActs, { query })}
    idOf={(act: AdminAct) => act.id}
  >
    {(act) => (
      <AdminRow
        label={`${texts.actions[act.action]} ${act.target}`}
        title={
          <>
            {texts.actions[act.action]}: {act.target}
          </>
        }
        facts={
          <>
            {texts.by} {act.admin} · <RelativeTime iso={act.createdAt} />
          </>
        }
        actions={act.isOwn && !act.reason && <AddReason act={act} />}
      >
        {act.reason && (
          <p>
            {texts.reason}: {act.reason}
            {act.reasonAddedAt && (
              <span className="text-xs text-muted">
                {' '}
                ({texts.reasonAdded} <RelativeTime iso={act.reasonAddedAt} />)
              </span>
            )}
          </p>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-muted">
          <Fields label={texts.before} fields={act.before} />
          <Fields label={texts.after} fields={act.after} />
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

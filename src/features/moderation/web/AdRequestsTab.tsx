import { type AdRequestRow, deleteAdRequest, listAdRequests } from '#features/moderation/contract-inbox.ts'
import { call } from '#web/call.ts'
import { AdminList } from './AdminList.tsx'
import type { Address } from './address.ts'
import { InboxRow } from './InboxRow.tsx'
import { texts } from './texts.ts'

export const AdRequestsTab = ({ address }: { address: Address }) => (
  <AdminList
    address={address}
    load={(query) => call(listAdRequests, { query })}
    idOf={(row: AdRequestRow) => row.id}
  >
    {(row) => (
      <InboxRow
        draft={`delete-ad-request:${row.id}`}
        row={row}
        label={row.name}
        title={row.name}
        question={texts.deleteAd(row.name)}
        action={(reason) => call(deleteAdRequest, { params: { id: row.id }, query: { reason } })}
      >
        <a href={`mailto:${row.email}`} className="text-accent hover:underline">
          {row.email}
        </a>
      </InboxRow>
    )}
  </AdminList>
)

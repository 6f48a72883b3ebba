import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '#features/identity/contract-applications.ts'
import { MAX_LISTED_APPLICATIONS } from '#features/identity/contract-values.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import type { setApplicationBlocked } from '../contract-applications.ts'
import { AdminRow } from './AdminRow.tsx'
import { AdminTable } from './AdminTable.tsx'
import { programTexts } from './applications-texts.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { applicationsQuery } from './panel-queries.ts'
import { adminTexts } from './texts.ts'

const columns = [
  { label: programTexts.program },
  { label: programTexts.host },
  { label: programTexts.members, isNumber: true },
  { label: programTexts.lastUsed },
] as const

/** Lists the programs that members have connected or that have registered, the newest first. */
export const ApplicationsTab = () => {
  const [before, setBefore] = useState<number | null>(null)
  const { data, isError, isFetching, refetch } = useQuery(applicationsQuery(before))
  if (isError)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {adminTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <Skeleton className="h-48 w-full" />
  if (data.length === 0) return <EmptyState title={adminTexts.empty.applications} />
  const last = data.at(-1)
  return (
    <>
      <AdminTable columns={columns}>
        {data.map((program) => (
          <Program key={program.id} program={program} />
        ))}
      </AdminTable>
      {last && data.length >= MAX_LISTED_APPLICATIONS && (
        <Button className="mt-4" onClick={() => setBefore(last.id)}>
          {programTexts.older}
        </Button>
      )}
    </>
  )
}

const Program = ({ program }: { program: Application }) => {
  const { id, clientId, name, host, isRegistered, isBlocked, memberCount, lastUsedAt } = program
  const [isAsking, setAsking] = useState(false)
  const lastUse = lastUsedAt ? <RelativeTime date={lastUsedAt} /> : programTexts.never
  return (
    <AdminRow
      label={name}
      title={
        <span>
          <bdi>{name}</bdi>
          {isBlocked && <span className="ml-2 font-normal text-danger">{programTexts.isBlocked}</span>}
        </span>
      }
      facts={
        <>
          <bdi>{host || programTexts.noHost}</bdi> · {programTexts.connected(memberCount)} ·{' '}
          {lastUsedAt ? <RelativeTime date={lastUsedAt} /> : <span>{programTexts.neverUsed}</span>}
        </>
      }
      cells={[
        { label: programTexts.host, value: <bdi>{host || programTexts.noHost}</bdi> },
        { label: programTexts.members, value: memberCount.toLocaleString('en'), isNumber: true },
        { label: programTexts.lastUsed, value: lastUse },
      ]}
      error={null}
      actions={
        <Button
          aria-label={isBlocked ? programTexts.allowNamed(name) : programTexts.blockNamed(name)}
          onClick={() => setAsking(true)}
        >
          {isBlocked ? programTexts.allow : programTexts.block}
        </Button>
      }
      dialog={
        isAsking && (
          <ConfirmDialog
            draft={`block-application:${id}`}
            title={isBlocked ? programTexts.allowTitle(name) : programTexts.blockTitle(name)}
            text={isBlocked ? programTexts.allowText : programTexts.blockText(memberCount)}
            label={isBlocked ? programTexts.allow : programTexts.block}
            successMessage={isBlocked ? programTexts.allowed(name) : programTexts.blocked(name)}
            action={(reason) =>
              callApi<typeof setApplicationBlocked>('PUT /api/admin/applications/:id/blocked', {
                params: { id },
                query: { reason },
                body: { isBlocked: !isBlocked },
              })
            }
            onClose={() => setAsking(false)}
          />
        )
      }
    >
      {isRegistered ? programTexts.registered : clientId}
    </AdminRow>
  )
}

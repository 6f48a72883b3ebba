import { useQuery } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import type { deleteJob, FailedJob, JobQueue, retryJob } from '../contract-jobs.ts'
import { AdminRow } from './AdminRow.tsx'
import { AdminTable } from './AdminTable.tsx'
import { jobTexts } from './jobs-texts.ts'
import { jobsQuery } from './panel-queries.ts'
import { adminTexts } from './texts.ts'
import { useAdminAction } from './use-admin-action.ts'

const failedColumns = [
  { label: adminTexts.columns.job },
  { label: adminTexts.columns.failed },
  { label: adminTexts.columns.error },
]

/** Shows the waiting, running and failed jobs of all the site's servers. */
export const JobsTab = () => {
  const { data, isError, isFetching, refetch } = useQuery(jobsQuery)
  return (
    <>
      {isError && (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {adminTexts.loadFailed}
        </ErrorNotice>
      )}
      {!data && !isError && <Skeleton className="h-48 w-full" />}
      {data && (
        <>
          <h2 className="mb-2 text-sm font-semibold">{jobTexts.failedJobs}</h2>
          {data.failed.length === 0 ? (
            <p className="text-sm text-muted">{adminTexts.empty.jobs}</p>
          ) : (
            <AdminTable columns={failedColumns}>
              {data.failed.map((job) => (
                <Failed key={job.id} job={job} />
              ))}
            </AdminTable>
          )}
          <h2 className="mt-6 mb-2 text-sm font-semibold">{jobTexts.allJobs}</h2>
          <Queues queues={data.queues} />
        </>
      )}
    </>
  )
}

const Failed = ({ job: { id, name, error, runs, failedAt } }: { job: FailedJob }) => {
  const { act, isBusy, error: message } = useAdminAction()
  const input = { params: { id }, query: {} }
  return (
    <AdminRow
      label={name}
      title={<span>{name}</span>}
      facts={
        <>
          <RelativeTime date={failedAt} /> · {jobTexts.runs(runs)}
        </>
      }
      cells={[
        {
          label: adminTexts.columns.failed,
          value: (
            <>
              <RelativeTime date={failedAt} /> · {jobTexts.runs(runs)}
            </>
          ),
        },
      ]}
      error={message}
      actions={
        <>
          <Button
            aria-label={jobTexts.retryNamed(name)}
            busy={isBusy}
            onClick={() =>
              void act(
                () => callApi<typeof retryJob>('POST /api/admin/jobs/:id/retry', input),
                jobTexts.retried(name),
              )
            }
          >
            {jobTexts.retry}
          </Button>
          <Button
            aria-label={adminTexts.deleteNamed(name)}
            busy={isBusy}
            onClick={() =>
              void act(
                () => callApi<typeof deleteJob>('DELETE /api/admin/jobs/:id', input),
                adminTexts.deleted(name),
              )
            }
          >
            {adminTexts.delete}
          </Button>
        </>
      }
    >
      {error || jobTexts.noJobError}
    </AdminRow>
  )
}

const Queues = ({ queues }: { queues: readonly JobQueue[] }) => (
  <div className="overflow-x-auto rounded-lg border bg-surface">
    <table className="w-full text-left text-sm narrow:text-xs">
      <thead className="text-xs text-muted">
        <tr>
          {jobTexts.jobColumns.map((column) => (
            <th key={column} scope="col" className="px-3 py-1.5 font-medium narrow:px-1.5">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, waiting, running, failed, lastCompletedAt }) => (
          <tr key={name} className="border-t">
            <th scope="row" className="px-3 py-1.5 font-medium narrow:px-1.5">
              {name}
            </th>
            <td className="px-3 py-1.5 tabular-nums narrow:px-1.5">{waiting}</td>
            <td className="px-3 py-1.5 tabular-nums narrow:px-1.5">{running}</td>
            <td className="px-3 py-1.5 tabular-nums narrow:px-1.5">{failed}</td>
            <td className="px-3 py-1.5 narrow:px-1.5">
              {lastCompletedAt ? <RelativeTime date={lastCompletedAt} /> : jobTexts.never}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

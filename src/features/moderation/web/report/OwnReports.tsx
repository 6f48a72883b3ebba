import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { OwnReport } from '../../contract-reports.ts'
import { useLostFocus } from '../use-lost-focus.ts'
import { ownReportsQuery } from './queries.ts'
import { reportTexts } from './texts.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** The member's reports, newest first, with what was decided about each. */
export const OwnReports = () => {
  const { data } = useInfiniteQuery(ownReportsQuery)
  const region = useRef<HTMLElement>(null)
  useLostFocus(region, data?.pages.flat().length)
  return (
    <section ref={region} tabIndex={-1} aria-label={reportTexts.yourReports} className="outline-none">
      <Reports />
    </section>
  )
}

const Reports = () => {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(ownReportsQuery)
  if (isError && !data)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {reportTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <p className="text-sm text-muted">{reportTexts.loading}</p>
  const reports = data.pages.flat()
  if (reports.length === 0)
    return (
      <EmptyState icon="flag" title={reportTexts.none}>
        {reportTexts.noneText}
      </EmptyState>
    )
  return (
    <>
      <ul aria-label={reportTexts.yourReports} className="divide-y border-y">
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4" busy={isFetching} onClick={() => void fetchNextPage()}>
          {reportTexts.more}
        </Button>
      )}
    </>
  )
}

const ReportRow = ({ report }: { report: OwnReport }) => {
  const { subjectKind, excerpt, url, reason, words, createdAt, decision } = report
  const [isWithdrawing, setWithdrawing] = useState(false)
  return (
    <li className="py-4 text-sm">
      <p className="text-muted">
        {reportTexts.kinds[subjectKind]} · {reason} · <RelativeTime date={createdAt} />
      </p>
      <p dir="auto" className="font-medium wrap-anywhere">
        {url === null ? (
          excerpt
        ) : (
          <SiteLink href={url} className="inline-link">
            {excerpt}
          </SiteLink>
        )}
      </p>
      {words && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-muted">
          {words}
        </p>
      )}
      {decision ? (
        <div className="mt-2 rounded-lg bg-sunken px-3 py-2">
          <p>
            <span className="font-medium">{reportTexts.outcomes[decision.action]}</span> ·{' '}
            {decision.reason && <span>{`${decision.reason} · `}</span>}
            <RelativeTime date={decision.createdAt} />
            {decision.isReversed && <span> · {reportTexts.undone}</span>}
          </p>
          {decision.words && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {decision.words}
            </p>
          )}
        </div>
      ) : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
          <p>{reportTexts.waiting}</p>
          <Button
            aria-label={reportTexts.withdrawNamed(excerpt)}
            aria-haspopup="dialog"
            onClick={() => setWithdrawing(true)}
          >
            {reportTexts.withdraw}
          </Button>
        </div>
      )}
      {isWithdrawing && <WithdrawDialog report={report} onClose={() => setWithdrawing(false)} />}
    </li>
  )
}

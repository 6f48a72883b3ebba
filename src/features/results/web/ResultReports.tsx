import type { EndpointResponse } from '#core/endpoint.ts'
import { getModelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { ReportMenu } from '#web/ReportMenu.tsx'
import type { listResults, ReportedResult } from '../contract.ts'
import { resultTexts } from './texts.ts'

type Props = {
  results: EndpointResponse<typeof listResults>
  /** The topic of the post, whose moderators look after its results. */
  topicId: number | undefined
  onWithdraw(model: string): void
}

/** Lists members' reports on the prompt, newest first. Members can withdraw their own. */
export const ResultReports = ({ results, topicId, onWithdraw }: Props) => {
  const user = useCurrentUser()
  const { reports } = results
  if (reports.length === 0) return <p className="text-sm text-muted">{resultTexts.noReports}</p>
  return (
    <ul aria-label={resultTexts.reportsTitle} className="flex flex-col border-t">
      {reports.map((report) => (
        <li key={report.id} className="border-b py-2 text-sm">
          <div className="flex items-start gap-2">
            <ReportLine report={report} />
            {report.user.id === user?.id && (
              <IconButton
                name={resultTexts.withdraw(getModelName(report.model))}
                onClick={() => onWithdraw(report.model)}
              >
                <Icon name="trash-2" size={16} />
              </IconButton>
            )}
            <ReportMenu
              name={resultTexts.moreOf(report.user.username)}
              content={{ kind: 'result', id: report.id, authorId: report.user.id, topicId }}
            />
          </div>
          {report.example && (
            <details>
              <summary className="control cursor-pointer text-muted hover:text-ink">
                {resultTexts.showExample}
              </summary>
              <p dir="auto" className="rounded-lg bg-sunken px-3 py-2 break-words whitespace-pre-wrap">
                {report.example}
              </p>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

const ReportLine = ({ report }: { report: ReportedResult }) => {
  const { model, worked, note, user, createdAt } = report
  return (
    <div className="min-w-0 grow">
      <p>
        <span className={worked ? 'font-medium text-success' : 'font-medium text-danger'}>
          {worked ? resultTexts.worked : resultTexts.failed}
        </span>{' '}
        · {getModelName(model)} ·{' '}
        <SiteLink href={paths.profile(user.username)} className="inline-link hover:underline">
          {user.username}
        </SiteLink>{' '}
        <RelativeTime date={createdAt} className="text-muted" />
      </p>
      {note && <p dir="auto">{note}</p>}
    </div>
  )
}

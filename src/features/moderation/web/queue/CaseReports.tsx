import { paths } from '#core/paths.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { CaseDetails, CaseReport, ModeratedText } from '../../contract.ts'
import { MAX_EARLIER_TEXTS } from '../../contract-values.ts'
import { EarlierText } from './EarlierText.tsx'
import { queueTexts } from './texts.ts'

/** The reports of a case, with what became of the reporters' earlier ones, and what was reported if it has changed since. */
export const CaseReports = ({ found: { reports, subject, earlierTexts } }: { found: CaseDetails }) => (
  <section aria-labelledby="case-reports" className="text-sm">
    <h3 id="case-reports" className="mb-1 font-semibold">
      {queueTexts.reportsHeading}
    </h3>
    {reports.length === 0 && <p className="text-muted">{queueTexts.noReports}</p>}
    <ul className="divide-y">
      {reports.map((report) => (
        <li key={report.id} className="py-2">
          <p className="text-muted">
            <Reporter report={report} /> · <RelativeTime date={report.createdAt} />
          </p>
          <p className="font-medium">{report.reason}</p>
          {report.words && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {report.words}
            </p>
          )}
          {report.revision !== null && report.revision !== subject?.revision && (
            <Reported
              since={subject ? queueTexts.editedSince : queueTexts.deletedSince}
              text={earlierTexts.find(({ revision }) => revision === report.revision)}
              isForgotten={earlierTexts.length < MAX_EARLIER_TEXTS}
            />
          )}
          {report.url && <p className="text-muted wrap-anywhere">{report.url}</p>}
        </li>
      ))}
    </ul>
  </section>
)

type ReportedProps = { since: string; text: ModeratedText | undefined; isForgotten: boolean }

const Reported = ({ since, text, isForgotten }: ReportedProps) => (
  <>
    <p className="font-medium">{since}</p>
    {!text && isForgotten && <p className="text-muted">{queueTexts.reportedForgotten}</p>}
    {text && (
      <details>
        <summary className="inline-link cursor-pointer text-accent hover:underline">
          {queueTexts.showReported}
        </summary>
        <EarlierText text={text} />
      </details>
    )}
  </>
)

const Reporter = ({ report: { reporter, name, email, isLegal, upheld, decided } }: { report: CaseReport }) =>
  reporter ? (
    <>
      <SiteLink href={paths.profile(reporter.username)} className="inline-link text-ink hover:underline">
        {reporter.username}
      </SiteLink>{' '}
      · {queueTexts.record(upheld, decided)}
      {isLegal && <span> · {queueTexts.legal}</span>}
    </>
  ) : !isLegal ? (
    <>
      <span className="text-ink">{queueTexts.someMember}</span> · {queueTexts.record(upheld, decided)}
    </>
  ) : (
    <>
      <span className="text-ink">{name || queueTexts.withoutAccount}</span>
      {email && <span> · {email}</span>} · {queueTexts.legal}
    </>
  )

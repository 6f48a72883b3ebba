import { useSuspenseQuery } from '@tanstack/react-query'
import { buildPath } from '#core/paths.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { ModerationFigure } from '../../contract-log.ts'
import { logFiles } from '../../contract-values.ts'
import { moderationFiguresQuery } from './queries.ts'
import { logTexts } from './texts.ts'

type Columns = Record<Exclude<keyof typeof logTexts.columns, 'month'>, number | null>

const toColumns = (figures: readonly ModerationFigure[]): Columns => {
  const find = (figure: ModerationFigure['figure'], name: string) =>
    figures.find((each) => each.figure === figure && each.name === name)?.value
  const decisions = figures.filter(({ figure }) => figure === 'decisions by action')
  return {
    decisions: decisions.reduce((sum, { value }) => sum + value, 0),
    automatic: find('decisions by role', 'automatic') ?? 0,
    dismissed: find('decisions by action', 'dismiss') ?? 0,
    reports: find('reports', 'members') ?? 0,
    notices: find('reports', 'legal notices') ?? 0,
    hours: find('median hours to a decision', 'reports') ?? null,
    appeals: find('appeals', 'received') ?? 0,
    granted: find('appeals', 'granted') ?? 0,
    undone: find('reversals', 'decisions') ?? 0,
  }
}

/** The most important figures of a year by month, and all of them to download. */
export const ModerationFigures = ({ year }: { year: number }) => {
  const { data } = useSuspenseQuery(moderationFiguresQuery(year))
  const months = [...new Set(data.map(({ month }) => month))]
  const { month: monthLabel, ...columns } = logTexts.columns
  return (
    <section className="mt-10">
      <h2 id="figures" className="mb-1 text-lg font-semibold">
        {logTexts.figures(year)}
      </h2>
      {months.length === 0 ? (
        <p className="text-sm text-muted">{logTexts.noFigures}</p>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">{logTexts.figuresText}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section aria-labelledby="figures" tabIndex={0} className="overflow-x-auto rounded-lg border">
            <table className="w-full text-sm tabular-nums">
              <thead className="bg-sunken text-left text-xs">
                <tr>
                  <th scope="col" className="px-1 py-2 first:pl-3 last:pr-3 font-medium">
                    {monthLabel}
                  </th>
                  {Object.entries(columns).map(([name, label]) => (
                    <th
                      key={name}
                      scope="col"
                      className="px-1 py-2 first:pl-3 last:pr-3 text-right font-medium"
                    >
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {months.map((month) => (
                  <tr key={month} className="border-t">
                    <th
                      scope="row"
                      className="px-1 py-2 first:pl-3 last:pr-3 text-left font-normal whitespace-nowrap"
                    >
                      {month}
                    </th>
                    {Object.entries(toColumns(data.filter((each) => each.month === month))).map(
                      ([name, value]) => (
                        <td key={name} className="px-1 py-2 first:pl-3 last:pr-3 text-right">
                          {value === null ? '–' : value.toLocaleString('en')}
                        </td>
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
        {months.length > 0 && (
          <a
            href={`${logFiles.figures}?year=${year}`}
            download
            className="control inline-flex items-center underline"
          >
            {logTexts.download}
          </a>
        )}
        <SiteLink
          href={`${buildPath('moderation-log')}?year=${year - 1}`}
          className="control inline-flex items-center underline"
        >
          {logTexts.earlier}
        </SiteLink>
        {year < new Date().getUTCFullYear() && (
          <SiteLink
            href={`${buildPath('moderation-log')}?year=${year + 1}`}
            className="control inline-flex items-center underline"
          >
            {logTexts.later}
          </SiteLink>
        )}
      </p>
    </section>
  )
}

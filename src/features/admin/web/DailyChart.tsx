import { useBrowserLocale } from '#web/browser-locale.ts'
import { activityTexts } from './activity-texts.ts'

/**
 * Formats a UTC day such as '2026-11-22' as 'Nov 22' in the reader's language. Returns an empty string if
 * `day` is empty.
 */
export const formatChartDay = (day: string, locale: string): string =>
  day && new Date(day).toLocaleDateString(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

type Point = { day: string; count: number }

const WIDTH = 480
const HEIGHT = 120
const GAP = 0.2

/**
 * A bar chart with one bar per day. The same numbers are also available as a table, for screen readers and
 * for exact values.
 */
export const DailyChart = ({ name, points }: { name: string; points: readonly Point[] }) => {
  const locale = useBrowserLocale() ?? 'en'
  const formatDay = (day: string) => formatChartDay(day, locale)
  const total = points.reduce((sum, { count }) => sum + count, 0)
  const first = points[0]?.day ?? ''
  const peak = points.reduce((best, point) => (point.count > best.count ? point : best), {
    day: first,
    count: 0,
  })
  const step = WIDTH / Math.max(points.length, 1)
  return (
    <figure className="rounded-lg border bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted">{activityTexts.total(total)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={activityTexts.summary(name, total, peak.count, formatDay(peak.day))}
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="h-32 w-full text-accent"
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT + 0.5} y2={HEIGHT + 0.5} className="stroke-line" />
        {points.map(({ day, count }, index) => {
          const height = peak.count ? (count / peak.count) * HEIGHT : 0
          return (
            <rect
              key={day}
              x={index * step + (step * GAP) / 2}
              y={HEIGHT - height}
              width={step * (1 - GAP)}
              height={height}
              fill="currentColor"
            >
              <title>{`${formatDay(day)}: ${count.toLocaleString('en')}`}</title>
            </rect>
          )
        })}
      </svg>
      <div aria-hidden className="mt-1 flex justify-between text-xs text-muted">
        <span>{formatDay(first)}</span>
        <span>{formatDay(points.at(-1)?.day ?? '')}</span>
      </div>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer py-2 text-muted">{activityTexts.asTable}</summary>
        <table className="mt-2 w-full max-w-xs text-left tabular-nums">
          <thead>
            <tr className="border-b text-xs text-muted">
              <th scope="col" className="py-1 font-medium">
                {activityTexts.day}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {name}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, count }) => (
              <tr key={day}>
                <td>{formatDay(day)}</td>
                <td className="text-right">{count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

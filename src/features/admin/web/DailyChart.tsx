import { useBrowserLocale } from '#web/browser-locale.ts'
import { activityTexts } from './activity-texts.ts'

/**
 * Formats a UTC day such as '2026-11-22' as 'Nov 22' in the reader's language. Returns an empty string if
 * `day` is empty.
 */
export const formatChartDay = (day: string, locale: string): string =>
  day && new Date(day).toLocaleDateString(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })

type Point = { day: string; count: number }

const formatTick = (count: number): string =>
  count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })

const WIDTH = 480
const HEIGHT = 120
const GAP = 0.2
/** The distance of the labelled days, in a period of 30 and of 90 days. */
const DAYS_BETWEEN_LABELS = { short: 7, long: 21 }

/** Returns round numbers from 0 to at least `peak`, for the labels of the vertical axis. */
export const getAxisTicks = (peak: number): number[] => {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(peak, 1) / 3))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => size * 4 >= peak) ?? 1,
  )
  const count = Math.max(1, Math.ceil(peak / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

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
  const ticks = getAxisTicks(peak.count)
  const max = ticks.at(-1) ?? 1
  const labelDistance = points.length > 31 ? DAYS_BETWEEN_LABELS.long : DAYS_BETWEEN_LABELS.short
  return (
    <figure className="min-w-0 rounded-lg border bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-medium">
          {name} <span className="text-sm font-normal text-muted">{activityTexts.perDay}</span>
        </span>
        <span className="text-sm text-muted">{activityTexts.total(total)}</span>
      </figcaption>
      <div className="flex gap-2">
        <div aria-hidden className="relative h-32 w-8 flex-none text-right text-xs text-muted tabular-nums">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2"
              style={{ bottom: `${(tick / max) * 100}%` }}
            >
              {formatTick(tick)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={activityTexts.summary(name, total, peak.count, formatDay(peak.day))}
          viewBox={`0 0 ${WIDTH} ${HEIGHT + 1}`}
          preserveAspectRatio="none"
          className="h-32 w-0 grow text-line-strong"
        >
          {ticks.map((tick) => {
            const y = HEIGHT + 0.5 - (tick / max) * HEIGHT
            return (
              <line
                key={tick}
                x1="0"
                x2={WIDTH}
                y1={y}
                y2={y}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            )
          })}
          {points.map(({ day, count }, index) => {
            const height = (count / max) * HEIGHT
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
      </div>
      <div aria-hidden className="relative mt-2 ml-10 h-4 text-xs whitespace-nowrap text-muted">
        {points.map(
          ({ day }, index) =>
            (points.length - 1 - index) % labelDistance === 0 && (
              <span
                key={day}
                className="absolute -translate-x-1/2 last:-translate-x-full"
                style={{
                  left: `${((index + (index === points.length - 1 ? 1 : 0.5)) / points.length) * 100}%`,
                }}
              >
                {formatDay(day)}
              </span>
            ),
        )}
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

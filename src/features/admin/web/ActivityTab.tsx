import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { getSortLinkClasses } from './AdminList.tsx'
import { activityTexts } from './activity-texts.ts'
import { DailyChart } from './DailyChart.tsx'
import { activityQuery } from './panel-queries.ts'
import { type AdminPanelState, buildAdminHref, getSelectedSort } from './panel-state.ts'
import { adminTexts } from './texts.ts'

const activityDays = ['30', '90'] as const
const SERIES = ['signUps', 'posts', 'reveals', 'optimizations'] as const

/** Shows charts of daily activity. The URL's sort parameter selects the period. */
export const ActivityTab = ({ panelState }: { panelState: AdminPanelState }) => {
  const days = getSelectedSort(activityDays, panelState)
  const { data, isError, isFetching, refetch } = useQuery(activityQuery(days))
  return (
    <>
      <nav aria-label={activityTexts.period} className="mb-4 flex gap-1 text-sm">
        {activityDays.map((period) => (
          <SiteLink
            key={period}
            href={buildAdminHref({ ...panelState, sort: period === '30' ? '' : period })}
            aria-current={period === days ? 'true' : undefined}
            className={getSortLinkClasses(period === days)}
          >
            {activityTexts.days(period)}
          </SiteLink>
        ))}
      </nav>
      {isError && (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {adminTexts.loadFailed}
        </ErrorNotice>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {SERIES.map((series) =>
          data ? (
            <DailyChart
              key={series}
              name={activityTexts.series[series]}
              points={data.map((day) => ({ day: day.day, count: day[series] }))}
            />
          ) : (
            !isError && <Skeleton key={series} className="h-48 w-full" />
          ),
        )}
      </div>
    </>
  )
}

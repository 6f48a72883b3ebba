import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { listRevealStats, RevealStat } from '../contract.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Badge } from './AdminRow.tsx'
import { type AdminPanelState, getSelectedSort } from './panel-state.ts'
import { adminTexts } from './texts.ts'

const sorts = ['most', 'fewest'] as const

export const RevealsTab = ({ panelState }: { panelState: AdminPanelState }) => {
  const sort = getSelectedSort(sorts, panelState)
  return (
    <AdminList
      panelState={panelState}
      sorts={sorts}
      sort={sort}
      load={(page) =>
        callApi<typeof listRevealStats>('GET /api/post-reveals/stats', { query: { ...page, sort } as never })
      }
      idOf={(stat: RevealStat) => stat.postId}
    >
      {({ postId, title, description, totalReveals, post }) => (
        <AdminRow
          label={title}
          title={
            <>
              <SiteLink href={paths.post({ id: postId, ...post })} className="hover:underline">
                <bdi>{title}</bdi>
              </SiteLink>
              {post.isPrivate && <Badge>{adminTexts.private}</Badge>}
            </>
          }
          facts={
            <>
              {post.type} · {adminTexts.score(post.score)} · <RelativeTime date={post.createdAt} />
            </>
          }
          actions={<strong className="text-xs">{adminTexts.reveals(totalReveals)}</strong>}
        >
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
        </AdminRow>
      )}
    </AdminList>
  )
}

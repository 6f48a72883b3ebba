import { paths } from '#core/paths.ts'
import { call } from '#web/api-client.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { listRevealStats, RevealStat } from '../contract.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Badge } from './AdminRow.tsx'
import { type AdminPanelState, getSelectedSort } from './panel-state.ts'
import { texts } from './texts.ts'

const sorts = ['most', 'fewest'] as const

export const RevealsTab = ({ address }: { address: AdminPanelState }) => {
  const sort = getSelectedSort(sorts, address)
  return (
    <AdminList
      address={address}
      sorts={sorts}
      sort={sort}
      load={(page) =>
        call<typeof listRevealStats>('GET /api/post-reveals/stats', { query: { ...page, sort } as never })
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
              {post.isPrivate && <Badge>{texts.private}</Badge>}
            </>
          }
          facts={
            <>
              {post.type} · {texts.score(post.score)} · <RelativeTime date={post.createdAt} />
            </>
          }
          actions={<strong className="text-xs">{texts.reveals(totalReveals)}</strong>}
        >
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
        </AdminRow>
      )}
    </AdminList>
  )
}

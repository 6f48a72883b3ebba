import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { listRevealStats, RevealStat } from '../contract.ts'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Badge } from './AdminRow.tsx'
import type { AdminPanelState } from './panel-state.ts'
import { adminTexts } from './texts.ts'

const texts = adminTexts.columns
const columns = [
  { label: texts.title },
  { label: texts.type },
  { label: texts.published },
  { label: texts.score, isNumber: true },
  { label: texts.reveals, sorts: ['most', 'fewest'], isNumber: true, sum: 'reveals' },
  { label: texts.description },
] as const

export const RevealsTab = ({ panelState }: { panelState: AdminPanelState }) => (
  <AdminList
    panelState={panelState}
    columns={columns}
    defaultSort="most"
    load={(query) => callApi<typeof listRevealStats>('GET /api/post-reveals/stats', { query })}
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
            {adminTexts.reveals(totalReveals)} · {post.type} · {adminTexts.score(post.score)} ·{' '}
            <RelativeTime date={post.createdAt} />
          </>
        }
        cells={[
          { label: texts.type, value: post.type },
          { label: texts.published, value: <RelativeTime date={post.createdAt} /> },
          { label: texts.score, value: post.score.toLocaleString('en'), isNumber: true },
          { label: texts.reveals, value: totalReveals.toLocaleString('en'), isNumber: true },
        ]}
      >
        <p dir="auto" className="whitespace-pre-line">
          {description}
        </p>
      </AdminRow>
    )}
  </AdminList>
)

import { paths } from '#core/paths.ts'
import { listRevealStats, type RevealStat } from '#features/moderation/contract.ts'
import { call } from '#web/call.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { AdminList } from './AdminList.tsx'
import { AdminRow, Mark } from './AdminRow.tsx'
import { type Address, sortIn } from './address.ts'
import { texts } from './texts.ts'

const sorts = ['most', 'fewest'] as const

export const RevealsTab = ({ address }: { address: Address }) => {
  const sort = sortIn(sorts, address)
  return (
    <AdminList
      address={address}
      sorts={sorts}
      sort={sort}
      load={(page) => call(listRevealStats, { query: { ...page, sort } as never })}
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
              {post.isPrivate && <Mark>{texts.private}</Mark>}
            </>
          }
          facts={
            <>
              {post.type} · {texts.score(post.score)} · <RelativeTime iso={post.createdAt} />
            </>
          }
          actions={<strong className="text-sm">{texts.reveals(totalReveals)}</strong>}
        >
          <p dir="auto" className="line-clamp-2 text-muted">
            {description}
          </p>
        </AdminRow>
      )}
    </AdminList>
  )
}

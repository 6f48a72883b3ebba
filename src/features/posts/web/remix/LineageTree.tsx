import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { LineagePost } from '../../contract-lineage.ts'
import { TypeBadge } from '../TypeBadge.tsx'
import { postTexts } from '../texts.ts'
import { lineageQuery } from './queries.ts'
import { lineageTexts } from './texts.ts'
import { TREE_LINK, walkTree } from './walk-tree.ts'

/** A post with the remixes that are based on it. */
type Node = { post: LineagePost; remixes: Node[] }

const buildTree = (ancestors: LineagePost[], post: LineagePost, remixes: LineagePost[]): Node => {
  const nodes = new Map([post, ...remixes].map((each) => [each.id, { post: each, remixes: [] as Node[] }]))
  for (const node of nodes.values())
    if (node.post.id !== post.id) nodes.get(node.post.remixOf ?? 0)?.remixes.push(node)
  const own = nodes.get(post.id) ?? { post, remixes: [] }
  return ancestors.reduceRight((below, ancestor) => ({ post: ancestor, remixes: [below] }), own)
}

const TreeItem = ({ node, current }: { node: Node; current: number }) => {
  const { post, remixes } = node
  return (
    <li>
      <div
        aria-current={post.id === current || undefined}
        className="my-1 rounded-lg border px-3 py-2 aria-[current=true]:border-accent"
      >
        <SiteLink
          href={paths.post(post)}
          {...{ [TREE_LINK]: '' }}
          dir="auto"
          className="control inline-flex items-center font-medium hover:underline"
        >
          {post.title}
        </SiteLink>
        <p className="flex flex-wrap items-center gap-x-2 text-xs wrap-anywhere text-muted">
          <TypeBadge type={post.type} />
          <SiteLink href={paths.profile(post.user.username)} className="inline-link hover:underline">
            {post.user.username}
          </SiteLink>
          <RelativeTime date={post.createdAt} />
          <span>{lineageTexts.points(post.score)}</span>
          {post.isPrivate && <span>{postTexts.privatePost}</span>}
        </p>
      </div>
      {remixes.length > 0 && <Remixes nodes={remixes} current={current} />}
    </li>
  )
}

/** The number of remixes of a post that are shown at first. */
const MAX_SHOWN = 5

/** The remixes of a post. If there are many, the rest is shown on demand, also without JavaScript. */
const Remixes = ({ nodes, current }: { nodes: Node[]; current: number }) => {
  const list = (part: Node[]) => (
    <ul className="ml-2 border-l pl-3 wide:ml-4 wide:pl-5 cramped:ml-0 cramped:pl-2">
      {part.map((remix) => (
        <TreeItem key={remix.post.id} node={remix} current={current} />
      ))}
    </ul>
  )
  // A single one that is left takes no more space than the line that would show it.
  const shownCount = nodes.length > MAX_SHOWN + 1 ? MAX_SHOWN : nodes.length
  const hidden = nodes.slice(shownCount)
  return (
    <>
      {list(nodes.slice(0, shownCount))}
      {hidden.length > 0 && (
        <details className="group">
          <summary className="control ml-2 inline-flex cursor-pointer items-center gap-2 border-l pl-3 text-sm text-muted hover:text-ink wide:ml-4 wide:pl-5">
            <span>{lineageTexts.showMore(hidden.length)}</span>
            <Icon name="chevron-down" size={14} className="transition-transform group-open:rotate-180" />
          </summary>
          {list(hidden)}
        </details>
      )}
    </>
  )
}

/** Shows the post's ancestors and remixes as a tree. */
export const LineageTree = ({ id }: { id: number }) => {
  const { data } = useSuspenseQuery(lineageQuery(id))
  const { post, ancestors, origin, remixes, hasMore } = data
  const origins = {
    deleted: lineageTexts.deletedPrompt,
    private: lineageTexts.privatePrompt,
    more: lineageTexts.olderPrompts,
  }
  return (
    <>
      <Breadcrumb links={[{ href: paths.post(post), label: post.title }]} />
      <h1 className="mt-1 mb-3 text-xl font-semibold tracking-tight">{lineageTexts.lineage}</h1>
      {origin && (
        <p className="mb-1 text-sm text-muted">
          {lineageTexts.basedOn} {origins[origin]}
        </p>
      )}
      <ul aria-label={lineageTexts.lineageOf(post.title)} onKeyDown={walkTree}>
        <TreeItem node={buildTree(ancestors, post, remixes)} current={id} />
      </ul>
      {remixes.length === 0 && ancestors.length === 0 && (
        <p className="mt-3 text-sm text-muted">{lineageTexts.noRemixes}</p>
      )}
      {hasMore && <p className="mt-3 text-sm text-muted">{lineageTexts.moreRemixes}</p>}
    </>
  )
}

import { paths } from '#core/paths.ts'
import { LineageTree } from '#features/posts/web/remix/LineageTree.tsx'
import { lineageQuery } from '#features/posts/web/remix/queries.ts'
import { lineageTexts } from '#features/posts/web/remix/texts.ts'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead, toPostTitle } from '../page-head.ts'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'post-lineage'>

const PostLineage = ({ params }: { params: Params }) => (
  <PageLayout>
    <LineageTree id={Number(params.id)} />
  </PageLayout>
)

export const page: SitePage<Params> = {
  load: async ({ queryClient, params }) => {
    await queryClient.ensureQueryData(lineageQuery(parseId(params.id)))
  },
  head: ({ queryClient, site, params }) => {
    const id = Number(params.id)
    const post = queryClient.getQueryData(lineageQuery(id).queryKey)?.post
    // The title of a private post must not appear in the browser history.
    const title = !post || post.isPrivate ? lineageTexts.lineage : lineageTexts.lineageOf(post.title)
    return buildPageHead(site, { path: paths.lineage(id), title: toPostTitle(title) })
  },
  Component: PostLineage,
}

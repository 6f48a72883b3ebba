import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { resultsQuery } from '#features/results/web/queries.ts'
import { VersionResults } from '#features/results/web/VersionResults.tsx'
import { versionQuery } from '#features/versions/web/queries.ts'
import { versionTexts } from '#features/versions/web/texts.ts'
import { VersionView } from '#features/versions/web/VersionView.tsx'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead, toPostTitle } from '../page-head.ts'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'post-version'>

const queryOf = ({ id, number }: Params) => versionQuery(parseId(id), parseId(number))

const PostVersion = ({ params }: { params: Params }) => {
  const [id, number] = [Number(params.id), Number(params.number)]
  const { hasResults } = useSuspenseQuery(queryOf(params)).data.post
  return (
    <PageLayout>
      <VersionView
        id={id}
        number={number}
        results={hasResults && <VersionResults postId={id} number={number} />}
      />
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async ({ queryClient, params }) => {
    const { post, version } = await queryClient.ensureQueryData(queryOf(params))
    if (post.hasResults) await queryClient.ensureQueryData(resultsQuery(post.id, version.number))
  },
  head: ({ queryClient, site, params }) => {
    const data = queryClient.getQueryData(queryOf(params).queryKey)
    const path = paths.version(Number(params.id), Number(params.number))
    // The title of a private post must not appear in the browser history.
    const version = versionTexts.version(Number(params.number))
    if (!data || data.post.isPrivate) return buildPageHead(site, { path, title: toPostTitle(version) })
    return buildPageHead(site, {
      path,
      title: toPostTitle(`${version} - ${data.version.title}`),
    })
  },
  Component: PostVersion,
}

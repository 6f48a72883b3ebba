import { paths } from '#core/paths.ts'
import { parseComparedVersions } from '#features/versions/web/compared-versions.ts'
import { comparisonQuery, versionsQuery } from '#features/versions/web/queries.ts'
import { versionTexts } from '#features/versions/web/texts.ts'
import { VersionComparison } from '#features/versions/web/VersionComparison.tsx'
import { VersionList } from '#features/versions/web/VersionList.tsx'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead, toPostTitle } from '../page-head.ts'
import { parseBeforeParameter } from '../page-loaders.ts'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'post-versions'>

const PostVersions = ({ params, search }: { params: Params; search: QueryParameters }) => {
  const id = Number(params.id)
  const compared = parseComparedVersions(search)
  return (
    <PageLayout wide={compared?.isSplit}>
      {compared ? (
        <VersionComparison id={id} compared={compared} />
      ) : (
        <VersionList id={id} before={parseBeforeParameter(search)} />
      )}
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async ({ queryClient, params, location: { search } }) => {
    const id = parseId(params.id)
    const compared = parseComparedVersions(search)
    if (compared) await queryClient.ensureQueryData(comparisonQuery(id, compared.from, compared.to))
    else await queryClient.ensureQueryData(versionsQuery(id, parseBeforeParameter(search)))
  },
  head: ({ queryClient, site, params, location: { search } }) => {
    const id = Number(params.id)
    const compared = parseComparedVersions(search)
    const path = compared ? paths.comparison(id, compared.from, compared.to) : paths.versions(id)
    const data = compared
      ? queryClient.getQueryData(comparisonQuery(id, compared.from, compared.to).queryKey)
      : queryClient.getQueryData(versionsQuery(id, parseBeforeParameter(search)).queryKey)
    // The title of a private post must not appear in the browser history.
    if (!data || data.post.isPrivate)
      return buildPageHead(site, { path, title: toPostTitle(versionTexts.heading) })
    const { title } = data.post
    return buildPageHead(site, {
      path,
      title: toPostTitle(
        compared
          ? versionTexts.comparingOf(compared.from, compared.to, title)
          : versionTexts.headingOf(title),
      ),
    })
  },
  Component: PostVersions,
}

import { paths } from '#core/paths.ts'
import { suggestedEditsQuery } from '#features/suggested-edits/web/queries.ts'
import { SuggestedEditList } from '#features/suggested-edits/web/SuggestedEditList.tsx'
import { suggestedEditTexts } from '#features/suggested-edits/web/texts.ts'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead, toPostTitle } from '../page-head.ts'
import { parseBeforeParameter } from '../page-loaders.ts'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'suggested-edits'>

export const page: SitePage<Params> = {
  load: async ({ queryClient, params, location: { search } }) => {
    await queryClient.ensureQueryData(suggestedEditsQuery(parseId(params.id), parseBeforeParameter(search)))
  },
  head: ({ queryClient, site, params, location: { search } }) => {
    const id = Number(params.id)
    const path = paths.suggestedEdits(id)
    const data = queryClient.getQueryData(suggestedEditsQuery(id, parseBeforeParameter(search)).queryKey)
    // The title of a private post must not appear in the browser history.
    if (!data || data.post.isPrivate)
      return buildPageHead(site, { path, title: toPostTitle(suggestedEditTexts.all) })
    return buildPageHead(site, { path, title: toPostTitle(suggestedEditTexts.headingOf(data.post.title)) })
  },
  Component: ({ params, search }: { params: Params; search: QueryParameters }) => (
    <PageLayout>
      <SuggestedEditList id={Number(params.id)} before={parseBeforeParameter(search)} />
    </PageLayout>
  ),
}

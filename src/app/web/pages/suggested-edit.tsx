import { paths } from '#core/paths.ts'
import { suggestedEditQuery } from '#features/suggested-edits/web/queries.ts'
import { SuggestedEditView } from '#features/suggested-edits/web/SuggestedEditView.tsx'
import { suggestedEditTexts } from '#features/suggested-edits/web/texts.ts'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead, toPostTitle } from '../page-head.ts'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'suggested-edit'>

const queryOf = ({ id, suggestion }: Params) => suggestedEditQuery(parseId(id), parseId(suggestion))

export const page: SitePage<Params> = {
  load: async ({ queryClient, params }) => {
    await queryClient.ensureQueryData(queryOf(params))
  },
  head: ({ queryClient, site, params }) => {
    const data = queryClient.getQueryData(queryOf(params).queryKey)
    const path = paths.suggestedEdit(Number(params.id), Number(params.suggestion))
    if (!data || data.post.isPrivate)
      return buildPageHead(site, { path, title: toPostTitle(suggestedEditTexts.one) })
    return buildPageHead(site, {
      path,
      title: toPostTitle(suggestedEditTexts.heading(data.suggestedEdit.user.username)),
    })
  },
  Component: ({ params }: { params: Params }) => (
    <PageLayout>
      <SuggestedEditView id={Number(params.id)} suggestion={Number(params.suggestion)} />
    </PageLayout>
  ),
}

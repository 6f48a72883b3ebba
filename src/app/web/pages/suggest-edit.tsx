import { paths } from '#core/paths.ts'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { postQuery } from '#features/posts/web/queries.ts'
import { SuggestEditForm } from '#features/suggested-edits/web/SuggestEditForm.tsx'
import { suggestedEditTexts } from '#features/suggested-edits/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead, toPostTitle } from '../page-head.ts'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'suggest-edit'>

const SuggestEdit = ({ params, search }: { params: Params; search: QueryParameters }) => {
  const user = useCurrentUser()
  const revised = /^[1-9]\d{0,8}$/.test(search.revise ?? '') ? Number(search.revise) : undefined
  return (
    <PageLayout heading={suggestedEditTexts.suggest}>
      {user ? (
        <SuggestEditForm key={user.id} user={user} id={Number(params.id)} revised={revised} />
      ) : (
        <SignInNotice icon="pencil" title={suggestedEditTexts.signInTitle}>
          {suggestedEditTexts.signInText}
        </SignInNotice>
      )}
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async ({ queryClient, params }) => {
    await queryClient.ensureQueryData(postQuery(parseId(params.id)))
  },
  head: ({ queryClient, site, params }) => {
    const id = Number(params.id)
    const post = queryClient.getQueryData(postQuery(id).queryKey)
    const path = paths.suggestEdit(id)
    if (!post || post.isPrivate)
      return buildPageHead(site, { path, title: toPostTitle(suggestedEditTexts.suggest) })
    return buildPageHead(site, { path, title: toPostTitle(suggestedEditTexts.suggestFor(post.title)) })
  },
  Component: SuggestEdit,
}

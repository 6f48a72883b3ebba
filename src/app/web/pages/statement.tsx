import { pages } from '#core/pages.ts'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { statementQuery } from '#features/moderation/web/statements/queries.ts'
import { StatementView } from '#features/moderation/web/statements/StatementView.tsx'
import { statementTexts } from '#features/moderation/web/statements/texts.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import type { PageParams, Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { parseId } from '../post/load-post.ts'

type Params = PageParams<'statement'>

const Statement = ({ params: { id } }: { params: Params }) => {
  const user = useCurrentUser()
  if (user)
    return (
      <PageLayout>
        <StatementView id={Number(id)} />
      </PageLayout>
    )
  return (
    <PageLayout heading={pages.statement.title}>
      <SignInNotice title={statementTexts.visitorTitle}>{statementTexts.visitorText}</SignInNotice>
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async ({ queryClient, params }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (user) await queryClient.ensureQueryData(statementQuery(parseId(params.id)))
  },
  Component: Statement,
}

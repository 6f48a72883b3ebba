import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { PaginationLinks } from '#web/kit/PaginationLinks.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { can } from '../policy.ts'
import { suggestedEditsQuery } from './queries.ts'
import { SuggestedEditByline } from './SuggestedEditByline.tsx'
import { suggestedEditTexts } from './texts.ts'

/** Shows a page of a post's suggested edits, newest first. */
export const SuggestedEditList = ({ id, before }: { id: number; before: number | undefined }) => {
  const { data } = useSuspenseQuery(suggestedEditsQuery(id, before))
  const user = useCurrentUser()
  const { post, suggestedEdits } = data
  const canSuggest = user === null || can.suggestEdit(user, post)
  return (
    <>
      <Breadcrumb links={[{ href: paths.post(post), label: post.title }]} />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold tracking-tight">{suggestedEditTexts.all}</h1>
        {canSuggest && !post.isPrivate && (
          <SiteLink href={paths.suggestEdit(id)} className={buttonClasses()}>
            {suggestedEditTexts.suggest}
          </SiteLink>
        )}
      </div>
      {suggestedEdits.length === 0 && (
        <div className="mt-3">
          <EmptyState
            title={suggestedEditTexts.none}
            action={
              <SiteLink href={paths.post(post)} className={buttonClasses('plain')}>
                {suggestedEditTexts.backToPost}
              </SiteLink>
            }
          >
            {suggestedEditTexts.noneText}
          </EmptyState>
        </div>
      )}
      {suggestedEdits.length > 0 && (
        <ol aria-label={suggestedEditTexts.headingOf(post.title)} className="mt-3 border-t">
          {suggestedEdits.map((edit) => (
            <li key={edit.id} className="flex flex-col gap-1 border-b py-3">
              <SiteLink
                href={paths.suggestedEdit(id, edit.id)}
                dir="auto"
                className="control inline-flex items-center self-start font-medium break-words hover:underline"
              >
                {edit.reason}
              </SiteLink>
              <SuggestedEditByline edit={edit} />
            </li>
          ))}
        </ol>
      )}
      <PaginationLinks
        label={suggestedEditTexts.all}
        newest={
          before === undefined ? null : { href: paths.suggestedEdits(id), label: suggestedEditTexts.newest }
        }
        older={
          data.before === null
            ? null
            : { href: `${paths.suggestedEdits(id)}?before=${data.before}`, label: suggestedEditTexts.older }
        }
      />
    </>
  )
}

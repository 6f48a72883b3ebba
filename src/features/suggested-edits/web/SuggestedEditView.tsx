import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { TextFieldName } from '#features/posts/contract-fields.ts'
import { FieldComparison } from '#features/versions/web/FieldComparison.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { ReportMenu } from '#web/ReportMenu.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { can } from '../policy.ts'
import { suggestedEditQuery } from './queries.ts'
import { SuggestedEditActions } from './SuggestedEditActions.tsx'
import { SuggestedEditByline } from './SuggestedEditByline.tsx'
import { SuggestedEditDecision } from './SuggestedEditDecision.tsx'
import { suggestedEditTexts } from './texts.ts'

/** Shows a suggested edit: its reason, its changes, its status, and the viewer's actions. */
export const SuggestedEditView = ({ id, suggestion }: { id: number; suggestion: number }) => {
  const { data } = useSuspenseQuery(suggestedEditQuery(id, suggestion))
  const { post, suggestedEdit: edit, isOutdated, isCut, fields } = data
  const user = useCurrentUser()
  const canDecide = can.decide(user, post, edit)
  return (
    <>
      <Breadcrumb
        links={[
          { href: paths.post(post), label: post.title },
          { href: paths.suggestedEdits(id), label: suggestedEditTexts.all },
        ]}
      />
      <h1 className="mt-1 mb-1 text-xl font-semibold tracking-tight">
        {suggestedEditTexts.heading(edit.user.username)}
      </h1>
      <SuggestedEditByline edit={edit} />
      <p dir="auto" className="mt-2 max-w-[68ch] break-words">
        {edit.reason}
      </p>
      {edit.answer && (
        <section
          aria-label={suggestedEditTexts.answerOf(edit.status)}
          className="mt-3 rounded-lg border px-4 py-3"
        >
          <h2 className="text-sm font-medium">{suggestedEditTexts.answerOf(edit.status)}</h2>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {edit.answer}
          </p>
        </section>
      )}
      {edit.version !== null && (
        <p className="mt-2 text-sm">
          <SiteLink
            href={paths.version(id, edit.version)}
            className="inline-link text-accent hover:underline"
          >
            {suggestedEditTexts.becameVersion(edit.version)}
          </SiteLink>
        </p>
      )}
      {can.isUndecided(edit) && isOutdated && (
        <p className="mt-3 rounded-lg border px-4 py-3 text-sm">
          {canDecide ? suggestedEditTexts.outdated : suggestedEditTexts.outdatedForReader}
        </p>
      )}
      {!user && isCut && (
        <div className="mt-4 flex flex-wrap items-center gap-3 rounded-lg border px-4 py-3 text-sm">
          <p className="min-w-0 grow">{suggestedEditTexts.isCut}</p>
          <Button onClick={() => requestSignIn('page')}>{suggestedEditTexts.signIn}</Button>
        </div>
      )}
      {fields.map(({ name, changes }) => (
        <section key={name} aria-labelledby={`suggested-${name}`} className="mt-5">
          <h2 id={`suggested-${name}`} className="mb-1.5 font-semibold">
            {suggestedEditTexts.fields[name as TextFieldName]}
          </h2>
          <FieldComparison name={name} changes={changes} />
          {isCut && changes.every(({ change }) => change === 'same') && (
            <p className="mt-1 text-sm text-muted">{suggestedEditTexts.cutRest}</p>
          )}
        </section>
      ))}
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        {canDecide && <SuggestedEditDecision post={post} edit={edit} isOutdated={isOutdated} />}
        <SuggestedEditActions post={post} edit={edit} />
        <SiteLink
          href={`${paths.post(post)}#comments`}
          className="control inline-flex items-center text-sm text-muted hover:text-ink hover:underline"
        >
          {suggestedEditTexts.discuss}
        </SiteLink>
        <ReportMenu
          name={suggestedEditTexts.more}
          content={{ kind: 'suggested-edit', id: edit.id, authorId: edit.user.id, topicId: post.topic?.id }}
        />
      </div>
    </>
  )
}

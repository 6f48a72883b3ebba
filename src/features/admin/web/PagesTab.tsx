import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#core/limits.ts'
import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { countCharacters } from '#core/text.ts'
import type { SiteText } from '#features/site-texts/contract.ts'
import { type SiteTextName, siteTextNames, siteTextPages } from '#features/site-texts/contract-values.ts'
import { siteTextQuery } from '#features/site-texts/web/queries.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import type { editSiteText } from '../contract-site-texts.ts'
import { getSortLinkClasses } from './AdminList.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { pagesTabTexts } from './pages-texts.ts'
import { type AdminPanelState, buildAdminHref, getSelectedSort } from './panel-state.ts'
import { adminTexts } from './texts.ts'

const titleOf = (name: SiteTextName): string => (isList(name) ? pagesTabTexts.lists[name] : pages[name].title)

/** Returns whether a text is a list with an entry per line instead of a page. */
const isList = (name: SiteTextName): name is keyof typeof pagesTabTexts.lists => name in pagesTabTexts.lists

/**
 * Lets admins edit the text of the site's own pages and its lists: the synonyms of the search, and reasons. The URL's sort parameter selects the
 * text.
 */
export const PagesTab = ({ panelState }: { panelState: AdminPanelState }) => {
  const name = getSelectedSort(siteTextNames, panelState)
  const { data, isError, isFetching, refetch } = useQuery(siteTextQuery(name))
  return (
    <>
      <nav aria-label={pagesTabTexts.pageToEdit} className="mb-3 flex flex-wrap gap-1 text-sm">
        {siteTextNames.map((option) => (
          <SiteLink
            key={option}
            href={buildAdminHref({ tab: 'pages', sort: option === siteTextNames[0] ? '' : option })}
            aria-current={option === name ? 'true' : undefined}
            className={getSortLinkClasses(option === name)}
          >
            {titleOf(option)}
          </SiteLink>
        ))}
      </nav>
      {isError && (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {pagesTabTexts.pageLoadFailed}
        </ErrorNotice>
      )}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
      {data && <PageForm key={`${name} ${data.updatedAt?.getTime()}`} page={data} />}
    </>
  )
}

const PageForm = ({ page: { name, text: saved, updatedAt } }: { page: SiteText }) => {
  const client = useQueryClient()
  const owner = useCurrentUser()?.id ?? null
  const draft = `site-text:${name}`
  const [text, setText] = useState(() => readDraft<string>(owner, draft) ?? saved)
  const [dialog, setDialog] = useState<'save' | 'reset' | null>(null)
  const title = titleOf(name)
  const page = siteTextPages.find((each) => each === name)
  const length = countCharacters(text)
  const error = length > limits.siteText ? pagesTabTexts.pageTooLong(length) : undefined
  const change = (typed: string) => {
    setText(typed)
    if (typed === saved) deleteDraft(owner, draft)
    else saveDraft(owner, draft, typed)
  }
  const send = async (body: { text: string }, reason: string) => {
    await callApi<typeof editSiteText>(
      'PUT /api/admin/site-texts/:name',
      { params: { name }, body, query: { reason } },
      // The text of another admin, who has saved it meanwhile, is not replaced.
      { ifMatch: updatedAt?.toISOString() ?? 'null' },
    )
    deleteDraft(owner, draft)
    setText(body.text)
    await invalidateLists(client, 'site-texts')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!error) setDialog('save')
      }}
      className="grid gap-4 lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <TextArea
          label={page ? pagesTabTexts.pageText(title) : title}
          hint={isList(name) ? pagesTabTexts.listHints[name](length) : pagesTabTexts.pageHint(length)}
          error={error}
          value={text}
          onChange={({ target }) => change(target.value)}
          rows={20}
          className="min-h-80 font-mono text-sm"
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={text === saved || Boolean(error)}>
            {pagesTabTexts.savePage}
          </Button>
          {updatedAt && <Button onClick={() => setDialog('reset')}>{pagesTabTexts.resetPage}</Button>}
        </div>
      </div>
      {page && (
        <section aria-label={pagesTabTexts.pagePreview} className="min-w-0 rounded-lg border bg-surface p-4">
          <h2 className="mb-2 text-xl font-semibold tracking-tight">{title}</h2>
          <Markdown text={text} />
          <SiteLink href={buildPath(page)} className="mt-4 inline-block text-sm text-accent underline">
            {pagesTabTexts.openPage}
          </SiteLink>
        </section>
      )}
      {dialog && (
        <ConfirmDialog
          draft={`${dialog}-${draft}`}
          title={dialog === 'save' ? pagesTabTexts.savePageTitle(title) : pagesTabTexts.resetPageTitle(title)}
          text={dialog === 'save' ? pagesTabTexts.savePageText : pagesTabTexts.resetPageText}
          label={dialog === 'save' ? pagesTabTexts.savePage : pagesTabTexts.resetPage}
          isDeletion={dialog === 'reset'}
          successMessage={adminTexts.saved(title)}
          result={page && { label: pagesTabTexts.viewPage, href: buildPath(page) }}
          action={(reason) => send({ text: dialog === 'save' ? text : '' }, reason)}
          onClose={() => setDialog(null)}
        />
      )}
    </form>
  )
}

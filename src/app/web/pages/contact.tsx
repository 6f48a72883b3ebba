import { useSuspenseQuery } from '@tanstack/react-query'
import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { ContactForm } from '#features/requests/web/ContactForm.tsx'
import { contactPageTexts } from '#features/requests/web/contact-texts.ts'
import { operatorQuery } from '#features/requests/web/queries.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'
import { pageTexts } from '../page-texts.ts'

const Contact = () => (
  <PageLayout heading={pages.contact.title} lead={contactPageTexts.lead}>
    <ContactForm />
    <p className="mt-6 text-sm">
      {contactPageTexts.isIllegal}{' '}
      <SiteLink href={buildPath('report-illegal-content')} className="underline">
        {pages['report-illegal-content'].title}
      </SiteLink>
    </p>
    <OperatorDetails />
  </PageLayout>
)

const OperatorDetails = () => {
  const { data } = useSuspenseQuery(operatorQuery)
  const { name, address, email, languages, representative } = data
  const details = [
    [contactPageTexts.operatorName, name],
    [contactPageTexts.address, address],
    [contactPageTexts.emailAddress, email && <a href={`mailto:${email}`}>{email}</a>],
    [contactPageTexts.languages, languages],
    [contactPageTexts.representative, representative],
  ] as const
  const known = details.filter(([, value]) => value !== null)
  return (
    <section className="mt-10">
      <h2 className="mb-2 text-lg font-semibold">{contactPageTexts.operator}</h2>
      {known.length === 0 ? (
        <p className="text-muted">{contactPageTexts.unknown}</p>
      ) : (
        <>
          <dl className="flex flex-col gap-2">
            {known.map(([label, value]) => (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd dir="auto" className="wrap-anywhere whitespace-pre-line [&_a]:underline">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 text-sm text-muted">{contactPageTexts.authorities}</p>
        </>
      )}
    </section>
  )
}

export const page: Page = {
  load: ({ queryClient }) => queryClient.ensureQueryData(operatorQuery),
  head: ({ site }) => buildPageHead(site, { path: buildPath('contact'), description: pageTexts.contact }),
  Component: Contact,
}

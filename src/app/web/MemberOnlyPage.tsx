import type { ComponentProps, ReactNode } from 'react'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { PageLayout } from './layout/PageLayout.tsx'

type Props = {
  texts: { heading: string; visitorTitle: string; visitorText: string }
  icon: ComponentProps<typeof SignInNotice>['icon']
  /** What members see below the heading. */
  lead?: ReactNode
  children: ReactNode
}

/** A page for the member's own items. Visitors see a description of the page and how to sign in. */
export const MemberOnlyPage = ({ texts, icon, lead, children }: Props) => {
  const isMember = useCurrentUser() !== null
  return (
    <PageLayout heading={texts.heading} lead={isMember && lead}>
      {isMember ? (
        children
      ) : (
        <SignInNotice {...(icon ? { icon } : {})} title={texts.visitorTitle}>
          {texts.visitorText}
        </SignInNotice>
      )}
    </PageLayout>
  )
}

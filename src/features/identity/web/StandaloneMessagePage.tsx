import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { signInDialogTexts } from './sign-in/texts.ts'

type Props = { title: string; children?: ReactNode; hasHomeLink?: boolean }

/** A page that shows a single message, without the site's layout. */
export const StandaloneMessagePage = ({ title, children, hasHomeLink = false }: Props) => (
  <main className="mx-auto flex min-h-dvh max-w-[420px] flex-col items-start justify-center gap-3 px-6">
    <h1 className="text-xl font-semibold" aria-live="polite">
      {title}
    </h1>
    {children && <p className="text-muted">{children}</p>}
    {hasHomeLink && (
      <SiteLink href={paths.home} className={buttonClasses('plain', 'mt-2')}>
        {signInDialogTexts.goHome}
      </SiteLink>
    )}
  </main>
)

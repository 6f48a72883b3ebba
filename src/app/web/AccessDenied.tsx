import { useEffect } from 'react'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { PageLayout } from './layout/PageLayout.tsx'
import { pageTexts } from './page-texts.ts'

const texts = pageTexts.admin
const READING_TIME = 3_000

/** Tells the user that access is denied, and redirects to the home page (docs/spec/pages.md#admin-panel). */
export const AccessDenied = ({ text }: { text: string }) => {
  const navigation = useNavigation()
  useEffect(() => {
    const timer = setTimeout(() => navigation.replace(paths.home), READING_TIME)
    return () => clearTimeout(timer)
  }, [navigation])
  return (
    <PageLayout heading={texts.deniedTitle} lead={text}>
      <p className="mb-4 text-sm text-muted">{texts.leaving}</p>
      <SiteLink href={paths.home} className={buttonClasses('plain')}>
        {texts.leaveNow}
      </SiteLink>
    </PageLayout>
  )
}

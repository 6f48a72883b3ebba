import { useState } from 'react'
import { Page } from '#app/web/layout/Page.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'

/** Shown when a page failed to load. The cause is in the log only. */
export const ErrorPage = () => {
  const navigation = useNavigation()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await navigation.invalidate()
    setBusy(false)
  }
  return (
    <Page heading={texts.failedTitle} lead={texts.failedText}>
      <div role="alert" className="sr-only">
        {texts.failedText}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={retry}>
          {texts.retry}
        </Button>
        <SiteLink href={paths.home} className={buttonClasses('plain')}>
          {texts.goHome}
        </SiteLink>
      </div>
    </Page>
  )
}

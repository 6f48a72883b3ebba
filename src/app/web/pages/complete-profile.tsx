import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { consumeReturnPath } from '#features/identity/web/return-path.ts'
import { SignInDialogHost } from '#features/identity/web/SignInDialogHost.tsx'
import { useSignOut } from '#features/identity/web/use-sign-out.ts'
import { CompleteProfileForm } from '#features/profiles/web/complete/CompleteProfileForm.tsx'
import { TopicPicker } from '#features/topics/web/follows/TopicPicker.tsx'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { LiveRegion } from '#web/kit/LiveRegion.tsx'
import { Toasts } from '#web/kit/Toasts.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { type Page, Redirect } from '#web/navigation/page.ts'
import { getPendingPath, runPendingAction } from '#web/pending-action.ts'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.completeProfile

const MAIN = 'mx-auto max-w-[520px] px-6 py-10 narrow:px-4 narrow:py-6'

const focusOnMount = (heading: HTMLElement | null) => heading?.focus()

const CompleteProfile = () => {
  const user = useCurrentUser()
  const navigation = useNavigation()
  const signOut = useSignOut()
  const [isPickingTopics, setPickingTopics] = useState(false)
  const goOn = async (path?: string) => {
    const returnPath = consumeReturnPath()
    await navigation.replace(path ?? getPendingPath() ?? returnPath ?? paths.home)
    runPendingAction()
  }
  if (isPickingTopics)
    return (
      <>
        <main className={MAIN}>
          <h1 ref={focusOnMount} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
            {texts.topicsHeading}
          </h1>
          <p className="mt-1 mb-6 text-muted">{texts.topicsLead}</p>
          <TopicPicker onContinue={() => void goOn(paths.following)} onSkip={() => void goOn()} />
        </main>
        <Toasts />
        <LiveRegion />
      </>
    )
  return (
    <>
      <main className={MAIN}>
        <div className="mb-6">
          <div className="flex items-start justify-between gap-2">
            <h1 className="text-xl font-semibold tracking-tight">{texts.heading}</h1>
            <Button variant="ghost" onClick={() => signOut()} className="-mr-3.5">
              {texts.signOut}
            </Button>
          </div>
          <p className="mt-1 text-muted">{texts.lead}</p>
        </div>
        {user && (
          <CompleteProfileForm
            user={user}
            // A member who signed in to vote, bookmark, reveal or comment continues with that action instead of picking
            // topics.
            onDone={async () => (getPendingPath() ? goOn() : setPickingTopics(true))}
          />
        )}
      </main>
      <SignInDialogHost />
      <Toasts />
    </>
  )
}

/** The one-time profile setup, outside the site's layout (docs/spec/flows.md#completing-a-profile). */
export const page: Page = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (!user || user.profileCompleted) throw new Redirect(paths.home)
  },
  Component: CompleteProfile,
}

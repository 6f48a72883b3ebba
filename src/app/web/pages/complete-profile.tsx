import { paths } from '#core/paths.ts'
import { takeReturnPath } from '#features/identity/web/return-path.ts'
import { SignInHost } from '#features/identity/web/SignInHost.tsx'
import { useSignOut } from '#features/identity/web/use-sign-out.ts'
import { CompleteProfileForm } from '#features/profiles/web/complete/CompleteProfileForm.tsx'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Toasts } from '#web/kit/Toasts.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { type Page, Redirect } from '#web/navigation/page.ts'
import { getPendingPath, runPendingAction } from '#web/pending-action.ts'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.completeProfile

const CompleteProfile = () => {
  const user = useCurrentUser()
  const navigation = useNavigation()
  const signOut = useSignOut()
  return (
    <>
      <main className="mx-auto max-w-[520px] px-6 py-10 narrow:px-4 narrow:py-6">
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
            onDone={async () => {
              await navigation.replace(getPendingPath() ?? takeReturnPath() ?? paths.home)
              runPendingAction()
            }}
          />
        )}
      </main>
      <SignInHost />
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

import type { CurrentUser } from '#core/current-user.ts'
import { paths } from '#core/paths.ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { consumeReturnPath } from '#features/identity/web/return-path.ts'
import { SignInDialogHost } from '#features/identity/web/SignInDialogHost.tsx'
import { useSignOut } from '#features/identity/web/use-sign-out.ts'
import { ApprovalState } from '#features/profiles/web/complete/ApprovalState.tsx'
import { approvalTexts } from '#features/profiles/web/complete/approval-texts.ts'
import { CompleteProfileForm } from '#features/profiles/web/complete/CompleteProfileForm.tsx'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Toasts } from '#web/kit/Toasts.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { type Page, Redirect } from '#web/navigation/page.ts'
import { getPendingPath, runPendingAction } from '#web/pending-action.ts'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.completeProfile

/** Offers to pick topics on the page to which a new member returns. The Following feed lets them pick. */
const offerTopics = (run: () => void) =>
  showToast({ title: texts.completed, tone: 'success', action: { label: texts.pickTopics, run } })

const CompleteProfile = () => {
  const user = useCurrentUser()
  const navigation = useNavigation()
  const signOut = useSignOut()
  const approval = user?.approval
  const goOn = async (completed: CurrentUser) => {
    if (!completed.profileCompleted) return
    const pendingPath = getPendingPath()
    const returnPath = consumeReturnPath()
    await navigation.replace(pendingPath ?? returnPath ?? paths.home)
    runPendingAction()
    // A member who signed in to vote, bookmark, reveal or comment continues with that action first.
    if (!pendingPath) offerTopics(() => void navigation.push(paths.following))
  }
  return (
    <>
      <main className="mx-auto max-w-[520px] px-6 py-10 narrow:px-4 narrow:py-6">
        <div className="mb-6">
          <div className="flex items-start justify-between gap-2 cramped:flex-wrap">
            <h1 className="text-xl font-semibold tracking-tight">
              {approval?.isAnswered
                ? approval.isRejected
                  ? approvalTexts.rejectedTitle
                  : approvalTexts.waitingTitle
                : texts.heading}
            </h1>
            <Button variant="ghost" onClick={() => signOut()} className="-mr-3.5 cramped:-ml-3.5">
              {texts.signOut}
            </Button>
          </div>
          {!approval?.isAnswered && (
            <p className="mt-1 text-muted">{approval ? approvalTexts.lead : texts.lead}</p>
          )}
        </div>
        {approval?.isAnswered ? (
          <ApprovalState approval={approval} />
        ) : (
          user && <CompleteProfileForm user={user} onDone={goOn} />
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
    if (user.approval) await queryClient.ensureQueryData(signInSettingsQuery)
  },
  Component: CompleteProfile,
}

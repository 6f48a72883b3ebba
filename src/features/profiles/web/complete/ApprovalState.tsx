import type { CurrentUser } from '#core/current-user.ts'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { approvalTexts } from './approval-texts.ts'

/** Tells a person what has become of their account, which staff have to approve. */
export const ApprovalState = ({ approval }: { approval: NonNullable<CurrentUser['approval']> }) => (
  <div role="status" className="flex flex-col items-start gap-3">
    <p>{approval.isRejected ? approvalTexts.rejectedText : approvalTexts.waitingText}</p>
    {approval.reason && (
      <p dir="auto" className="whitespace-pre-line">
        {approvalTexts.reason(approval.reason)}
      </p>
    )}
    <SiteLink href={paths.home} className={buttonClasses('plain')}>
      {approvalTexts.browse}
    </SiteLink>
  </div>
)

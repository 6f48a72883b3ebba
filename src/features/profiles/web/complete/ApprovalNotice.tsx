import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { approvalTexts } from './approval-texts.ts'

/** Says on every page that the account waits for approval. This component is lazily loaded, so it is a default export. */
const ApprovalNotice = () => {
  const isRejected = useCurrentUser()?.approval?.isRejected
  return (
    <p role="status" className="border-b bg-sunken px-6 py-2 text-sm narrow:px-4">
      <span>{isRejected ? approvalTexts.rejectedTitle : approvalTexts.notice}</span>{' '}
      <SiteLink href={paths.completeProfile} className="text-accent underline">
        {approvalTexts.more}
      </SiteLink>
    </p>
  )
}

export default ApprovalNotice

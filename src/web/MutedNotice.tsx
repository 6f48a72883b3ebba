import { useCurrentUser } from './current-user.ts'
import { sanctionTexts } from './sanction-texts.ts'

/** Tells a muted or suspended member, in place of a control, until when they cannot do what `action` says. */
const MutedNotice = ({ action }: { action: string }) => {
  const user = useCurrentUser()
  if (!user?.isMuted) return null
  return (
    <p role="status" className="rounded-lg border border-dashed px-4 py-3 text-sm text-muted">
      {`${sanctionTexts.state(user)}. ${sanctionTexts.cannot(action)}`}
    </p>
  )
}

export default MutedNotice

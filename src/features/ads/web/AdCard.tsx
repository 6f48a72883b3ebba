import MegaphoneIcon from 'lucide-react/icons/megaphone'
import { messages } from '#features/ads/contract.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { toast } from '#web/kit/toast.ts'

/** After every fifth post (section 2): an offer of the place itself, plainly named as advertising. */
export const AdCard = () => {
  const isMember = useCurrentUser() !== null
  const ask = () => (isMember ? toast({ title: messages.later }) : askToSignIn('advertise'))
  return (
    <article aria-label={messages.name} className="border-b py-5 narrow:py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed px-4 py-3.5 text-sm">
        <MegaphoneIcon size={18} className="flex-none text-muted" />
        <div className="min-w-48 grow">
          <p className="text-xs text-muted">{messages.name}</p>
          <p className="font-medium">{messages.title}</p>
          <p className="text-muted">{messages.text}</p>
        </div>
        <Button onClick={ask}>{messages.ask}</Button>
      </div>
    </article>
  )
}

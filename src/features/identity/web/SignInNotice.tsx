import type { ComponentProps } from 'react'
import { askToSignIn, type SignInReason } from '#features/identity/web/ask-to-sign-in.ts'
import { prepareSignIn } from '#features/identity/web/SignInHost.tsx'
import { texts } from '#features/identity/web/texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'

type Props = Omit<ComponentProps<typeof EmptyState>, 'action'> & { reason?: SignInReason }

/** Shown to visitors in place of a member's own content. */
export const SignInNotice = ({ reason = 'page', ...rest }: Props) => (
  <EmptyState
    {...rest}
    action={
      <Button variant="primary" onPointerEnter={prepareSignIn} onClick={() => askToSignIn(reason)}>
        {texts.signIn}
      </Button>
    }
  />
)

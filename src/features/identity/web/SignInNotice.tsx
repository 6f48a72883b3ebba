import type { ComponentProps } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { preloadSignIn, requestSignIn, type SignInReason } from '#web/sign-in-request.ts'
import { signInDialogTexts } from './sign-in/texts.ts'

type Props = Omit<ComponentProps<typeof EmptyState>, 'action'> & { reason?: SignInReason }

/** A notice shown to visitors in place of a member's own content. */
export const SignInNotice = ({ reason = 'page', ...rest }: Props) => (
  <EmptyState
    {...rest}
    action={
      <Button variant="primary" onPointerEnter={preloadSignIn} onClick={() => requestSignIn(reason)}>
        {signInDialogTexts.signIn}
      </Button>
    }
  />
)

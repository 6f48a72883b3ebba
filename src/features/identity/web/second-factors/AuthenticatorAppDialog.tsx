import { type FormEvent, useRef, useState } from 'react'
import type { EndpointResponse } from '#core/endpoint.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { activateAuthenticatorApp, setUpAuthenticatorApp } from '../../contract-second-factors.ts'
import { secondFactorTexts } from './texts.ts'

type Props = {
  app: EndpointResponse<typeof setUpAuthenticatorApp>
  onAdded(recoveryCodes: string[] | null): void
  onClose(): void
}

/** Shows the secret of a new authenticator app and asks for its first code. */
export const AuthenticatorAppDialog = ({ app: { secret, qrCode }, onAdded, onClose }: Props) => {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    try {
      const input = { body: { code } }
      const { recoveryCodes } = await callApi<typeof activateAuthenticatorApp>(
        'POST /api/user/authenticator-app/activate',
        input,
      )
      onAdded(recoveryCodes)
    } catch (cause) {
      setError(
        (cause instanceof ApiError && (cause.fieldErrors[0]?.message ?? cause.userMessage)) ||
          secondFactorTexts.appFailed,
      )
      setIsBusy(false)
      input.current?.focus()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={secondFactorTexts.appTitle}
      description={secondFactorTexts.appDescription}
    >
      {/* The code is dark on light in both themes, because not every app reads inverted codes. */}
      <svg
        role="img"
        aria-label={secondFactorTexts.qrCode}
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
        className="mx-auto mb-4 block size-48 max-w-full rounded-lg"
      >
        <rect width={qrCode.size} height={qrCode.size} fill="#fff" />
        <path d={qrCode.path} fill="#000" />
      </svg>
      <p className="text-sm text-muted">{secondFactorTexts.secret}</p>
      <p className="mb-4 font-mono text-sm break-all select-all">{secret.match(/.{4}/g)?.join(' ')}</p>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <TextField
          ref={input}
          label={secondFactorTexts.code}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={error}
          onChange={({ target }) => {
            setCode(target.value)
            setError(undefined)
          }}
        />
        <FormButtons busy={isBusy} busyLabel={secondFactorTexts.working} onCancel={onClose}>
          {secondFactorTexts.activate}
        </FormButtons>
      </form>
    </Dialog>
  )
}

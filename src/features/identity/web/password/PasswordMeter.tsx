import { useEffect, useState } from 'react'
import type { EndpointReply } from '#core/endpoint.ts'
import { checkPassword } from '#features/identity/contract.ts'
import { passwordStrengths } from '#features/identity/password-strengths.ts'
import { call } from '#web/call.ts'
import { texts } from '../account-texts.ts'

const DELAY_MS = 400

/** How strong the password is that is being typed, as the server sees it; nothing before the first answer. */
export const PasswordMeter = ({ password }: { password: string }) => {
  const [check, setCheck] = useState<EndpointReply<typeof checkPassword> | null>(null)
  useEffect(() => {
    let isLatest = true
    const ask = () =>
      password === ''
        ? setCheck(null)
        : call(checkPassword, { body: { password } }).then(
            (answer) => isLatest && setCheck(answer),
            // The form says what is wrong when it is sent.
            () => {},
          )
    const timer = setTimeout(ask, password === '' ? 0 : DELAY_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [password])
  return (
    <div className="-mt-3">
      {check && (
        <meter
          min={0}
          max={4}
          low={2.5}
          high={3.5}
          optimum={4}
          value={check.score}
          aria-label={texts.strength}
          className="h-2 w-full"
        />
      )}
      <p role="status" className="text-sm text-muted">
        {check && (check.fault ?? passwordStrengths[check.score])}
      </p>
    </div>
  )
}

import { useEffect, useState } from 'react'
import type { EndpointReply } from '#core/endpoint.ts'
import { checkPassword } from '#features/identity/contract.ts'
import { passwordStrengths } from '#features/identity/password-strengths.ts'
import { call } from '#web/call.ts'
import { texts } from '../account-texts.ts'

const DELAY_MS = 400

/** Shows the server's rating of the password being typed. Empty until the first response. */
export const PasswordMeter = ({ password }: { password: string }) => {
  const [check, setCheck] = useState<EndpointReply<typeof checkPassword> | null>(null)
  useEffect(() => {
    let isLatest = true
    const update = () =>
      password === ''
        ? setCheck(null)
        : call(checkPassword, { body: { password } }).then(
            (result) => isLatest && setCheck(result),
            // Submitting the form shows the error.
            () => {},
          )
    const timer = setTimeout(update, password === '' ? 0 : DELAY_MS)
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

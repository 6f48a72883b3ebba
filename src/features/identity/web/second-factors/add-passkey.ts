import { callApi } from '#web/api-client.ts'
import type { addPasskey as addPasskeyEndpoint, preparePasskey } from '../../contract-second-factors.ts'

/**
 * Creates a passkey on this device and adds it to the account. Returns new recovery codes, or null if the account
 * already has some.
 */
export const addPasskey = async (name: string): Promise<string[] | null> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await callApi<typeof preparePasskey>('POST /api/user/passkeys/options', {})
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const answer = {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
  const input = { body: { name, response: answer } }
  return (await callApi<typeof addPasskeyEndpoint>('POST /api/user/passkeys', input)).recoveryCodes
}

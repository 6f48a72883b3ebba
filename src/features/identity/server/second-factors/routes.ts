import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../../contract-second-factors.ts'
import * as change from './change-second-factors.ts'
import { createRegistrationOptions, supportsPasskeys } from './passkeys.ts'

/**
 * Registers the endpoints for a member's own second factors. Changes respond with 404 to accounts at other providers.
 */
export const secondFactorRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const parts = { sql, config }
  const accountOf = async (member: { id: number }) => {
    const account = await change.findLocalAccount(parts, member.id)
    if (!account) throw new HttpError('no-password')
    return account
  }
  const purposeOf = (session: Buffer | null) => ({ register: session?.toString('hex') ?? '' })

  serveEndpoint(app, contract.listSecondFactors, async ({ member }) => {
    const account = await change.findLocalAccount(parts, member.id)
    return { factors: account && (await change.listSecondFactors(parts, account)) }
  })
  serveEndpoint(app, contract.setUpAuthenticatorApp, async ({ member }) =>
    change.prepareAuthenticatorApp(parts, await accountOf(member)),
  )
  serveEndpoint(app, contract.activateAuthenticatorApp, async ({ member, body }) => ({
    recoveryCodes: await change.activateAuthenticatorApp(parts, await accountOf(member), body.code),
  }))
  serveEndpoint(app, contract.removeAuthenticatorApp, async ({ member }) => {
    await change.removeAuthenticatorApp(parts, await accountOf(member))
    return {}
  })

  serveEndpoint(app, contract.preparePasskey, async ({ member, request }) => {
    const account = await accountOf(member)
    if (!supportsPasskeys(config)) throw new HttpError('not-found')
    return createRegistrationOptions(parts, purposeOf(request.sessionHash), account)
  })
  serveEndpoint(app, contract.addPasskey, async ({ member, body, request }) => ({
    recoveryCodes: await change.addPasskey(parts, await accountOf(member), {
      ...body,
      purpose: purposeOf(request.sessionHash),
    }),
  }))
  serveEndpoint(app, contract.renamePasskey, async ({ member, params, body }) => {
    await change.renamePasskey(parts, await accountOf(member), { ...params, ...body })
    return {}
  })
  serveEndpoint(app, contract.removePasskey, async ({ member, params }) => {
    await change.removePasskey(parts, await accountOf(member), params.id)
    return {}
  })

  serveEndpoint(app, contract.replaceRecoveryCodes, async ({ member }) => ({
    recoveryCodes: await change.regenerateRecoveryCodes(parts, await accountOf(member)),
  }))
}

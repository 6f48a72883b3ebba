import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import * as contract from '../../contract-second-factors.ts'
import { emailConfirmationJob } from '../mail-jobs.ts'
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
  /** Returns whose second factors this request changes, and the session that must still be valid by then. */
  const changeOf = async (member: { id: number }, { sessionHash }: FastifyRequest) => ({
    subject: (await accountOf(member)).subject,
    session: sessionHash,
  })
  const purposeOf = (session: Buffer | null) => ({ register: session?.toString('hex') ?? '' })

  serveEndpoint(app, contract.listSecondFactors, async ({ member }) => {
    const account = await change.findLocalAccount(parts, member.id)
    return { factors: account && (await change.listSecondFactors(parts, account)) }
  })
  serveEndpoint(app, contract.setUpAuthenticatorApp, async ({ member }) =>
    change.prepareAuthenticatorApp(parts, await accountOf(member)),
  )
  serveEndpoint(app, contract.activateAuthenticatorApp, async ({ member, body, request }) => ({
    recoveryCodes: await change.activateAuthenticatorApp(parts, await changeOf(member, request), body.code),
  }))
  serveEndpoint(app, contract.removeAuthenticatorApp, async ({ member, request }) => {
    await change.removeAuthenticatorApp(parts, await changeOf(member, request))
    return {}
  })

  serveEndpoint(app, contract.preparePasskey, async ({ member, request }) => {
    const account = await accountOf(member)
    if (!supportsPasskeys(config)) throw new HttpError('not-found')
    change.requireConfirmedEmail(config, account)
    return createRegistrationOptions(parts, purposeOf(request.sessionHash), account)
  })
  serveEndpoint(app, contract.addPasskey, async ({ member, body, request }) => ({
    recoveryCodes: await change.addPasskey(parts, await changeOf(member, request), {
      ...body,
      purpose: purposeOf(request.sessionHash),
    }),
  }))
  serveEndpoint(app, contract.renamePasskey, async ({ member, params, body }) => {
    await change.renamePasskey(parts, await accountOf(member), { ...params, ...body })
    return {}
  })
  serveEndpoint(app, contract.removePasskey, async ({ member, params, request }) => {
    await change.removePasskey(parts, await changeOf(member, request), params.id)
    return {}
  })

  serveEndpoint(app, contract.sendEmailConfirmation, async ({ member }) => {
    const { subject, isEmailVerified } = await accountOf(member)
    if (!config.mail || isEmailVerified) throw new HttpError('email-confirmed')
    await enqueueJob(sql, emailConfirmationJob, { subject })
    return {}
  })

  serveEndpoint(app, contract.replaceRecoveryCodes, async ({ member, request }) => ({
    recoveryCodes: await change.regenerateRecoveryCodes(parts, await changeOf(member, request)),
  }))
}

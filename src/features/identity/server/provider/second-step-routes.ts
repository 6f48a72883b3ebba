import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { type AccountForm, buildInteractionPath, buildSecondStepPath } from '../../contract-values.ts'
import {
  type ChallengePurpose,
  createAuthenticationOptions,
  supportsPasskeys,
  verifyAuthentication,
} from '../second-factors/passkeys.ts'
import {
  deletePendingSignIn,
  selectPendingSignIn,
  upsertPendingSignIn,
} from '../second-factors/pending-sign-in-query.ts'
import { countSecondFactors } from '../second-factors/second-factor-query.ts'
import { verifySecondStepCode } from '../second-factors/verify-second-step.ts'
import type { Authentication } from './account-query.ts'
import { parseFormBody } from './form-body.ts'

type InteractionRequest = FastifyRequest<{ Params: { uid: string }; Querystring: { with?: unknown } }>

type Dependencies = {
  sql: Sql
  config: Config
  /** Returns the interaction's `uid`. Throws if this browser has no such interaction. */
  check(request: InteractionRequest, reply: FastifyReply): Promise<string>
  signIn(request: InteractionRequest, reply: FastifyReply, account: Authentication): Promise<FastifyReply>
  /** Sends the sign-in page with an error message. */
  sendSignInPage(reply: FastifyReply, uid: string, error: string): Promise<FastifyReply>
}

const MAX_PASSKEY_REQUESTS = 100
const QUARTER_HOUR_SECONDS = 900

const EXPIRED = 'This sign-in took too long. Start again.'
const WRONG_CODE = 'This code is wrong, has expired or has been used.'
const PASSKEY_REJECTED = "We couldn't verify this passkey. Try again, or sign in another way."

/**
 * Returns the path of the second-step page, or null if the account has no second factor. Also records that the
 * password was correct; the record is not a session and is valid only in this interaction, for ten minutes.
 */
export const startSecondStep = async (
  sql: Sql,
  uid: string,
  account: Authentication,
): Promise<string | null> => {
  const { hasApp, passkeys } = await countSecondFactors(sql, account.subject)
  if (!hasApp && passkeys === 0) return null
  await upsertPendingSignIn(sql, hashSessionToken(uid), account)
  return buildSecondStepPath(uid)
}

/** Registers the pages that follow a correct password, and those for signing in with only a passkey. */
export const secondStepRoutes = (scope: FastifyInstance, dependencies: Dependencies): void => {
  const { sql, config, check, signIn, sendSignInPage } = dependencies
  const path = '/identity/interaction/:uid'
  const options = { schema: { hide: true } }
  const submission = { ...options, config: { isSecurityEvent: true } }

  const limitPasskeys = ({ ip }: FastifyRequest) =>
    consumeAddressRateLimit(sql, {
      key: 'passkey',
      ip,
      max: MAX_PASSKEY_REQUESTS,
      windowSeconds: QUARTER_HOUR_SECONDS,
      scale: config.rateLimitScale,
    })
  const sendOptions = async (
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: ChallengePurpose,
    subject: string | null,
  ) => {
    await limitPasskeys(request)
    return reply.send(await createAuthenticationOptions({ sql, config }, purpose, subject))
  }

  const sendStep = async (
    { params: { uid }, query }: InteractionRequest,
    reply: FastifyReply,
    status: number,
    subject: string,
    errors: AccountForm['errors'] = {},
  ) => {
    const { hasApp, passkeys } = await countSecondFactors(sql, subject)
    const isRecovery = query.with === 'recovery-code'
    const step = { uid, hasApp, hasPasskeys: passkeys > 0, isRecovery, errors }
    return reply.sendProviderPage(status, { page: 'second-step', adminContact: config.adminContact, ...step })
  }
  /** Completes the sign-in, unless another request has already completed it. */
  const finish = async (
    request: InteractionRequest,
    reply: FastifyReply,
    uid: string,
    account: Authentication,
  ) =>
    (await deletePendingSignIn(sql, hashSessionToken(uid)))
      ? signIn(request, reply, account)
      : sendSignInPage(reply, uid, EXPIRED)

  scope.get(`${path}/second-step`, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const account = await selectPendingSignIn(sql, hashSessionToken(uid))
    if (!account) return reply.redirect(buildInteractionPath(uid), 303)
    return sendStep(request, reply, 200, account.subject)
  })
  scope.post(`${path}/second-step`, submission, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const account = await selectPendingSignIn(sql, hashSessionToken(uid))
    if (!account) return sendSignInPage(reply, uid, EXPIRED)
    const { subject } = account
    const { code } = parseFormBody(request.body)
    if (await verifySecondStepCode({ sql, config }, { subject, code, request }))
      return finish(request, reply, uid, account)
    return sendStep(request, reply, 400, subject, { code: WRONG_CODE })
  })

  if (!supportsPasskeys(config)) return
  scope.post(`${path}/second-step/passkey/options`, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const account = await selectPendingSignIn(sql, hashSessionToken(uid))
    return account
      ? sendOptions(request, reply, { secondStep: { uid } }, account.subject)
      : reply.code(400).send({})
  })
  scope.post(`${path}/second-step/passkey`, submission, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    await limitPasskeys(request)
    const account = await selectPendingSignIn(sql, hashSessionToken(uid))
    if (!account) return sendSignInPage(reply, uid, EXPIRED)
    const { subject } = account
    const { response } = parseFormBody(request.body)
    const answer = { response, subject }
    if (await verifyAuthentication({ sql, config }, { secondStep: { uid } }, answer))
      return finish(request, reply, uid, account)
    return sendStep(request, reply, 400, subject, { form: PASSKEY_REJECTED })
  })

  scope.get(`${path}/passkey`, options, async (request: InteractionRequest, reply) =>
    reply.sendProviderPage(200, { page: 'passkey', uid: await check(request, reply) }),
  )
  scope.post(`${path}/passkey/options`, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    return sendOptions(request, reply, { signIn: { uid } }, null)
  })
  scope.post(`${path}/passkey`, submission, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    await limitPasskeys(request)
    const { response } = parseFormBody(request.body)
    const answer = { response, subject: null }
    const account = await verifyAuthentication({ sql, config }, { signIn: { uid } }, answer)
    if (account) return signIn(request, reply, account)
    return reply.sendProviderPage(400, { page: 'passkey', uid, error: PASSKEY_REJECTED })
  })
}

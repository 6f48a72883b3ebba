import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { InteractionResults } from 'oidc-provider'
import { errorKinds } from '#core/error-codes.ts'
import { HttpError } from '#core/http-error.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import { normalizeEmail } from '#server/mail/email-address.ts'
import { type AccountForm, emptyAccountForm, MAX_NAME_LENGTH } from '../../contract-values.ts'
import { readInvitation } from '../invitations.ts'
import { supportsPasskeys } from '../second-factors/passkeys.ts'
import { findSignUpError, isEmailBlocked, requireAccountLeft } from '../sign-up-policy.ts'
import { type Authentication, selectAccountBySubject } from './account-query.ts'
import { addFormBodyParser, parseFormBody, validateEmail } from './form-body.ts'
import { findKnownDevice, rememberDevice } from './known-device.ts'
import { createAccount, verifyCredentials } from './local-accounts.ts'
import { findPasswordError } from './password-rules.ts'
import { enqueueSignInMails, requestPasswordReset } from './request-mails.ts'
import { secondStepRoutes, startSecondStep } from './second-step-routes.ts'
import { acceptFormProof, createFormChallenge, createFormTime, isFilledInByProgram } from './sign-up-form.ts'

type Dependencies = { sql: Sql; config: Config; provider: () => Promise<Provider> }
type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

const WRONG_CREDENTIALS = 'Incorrect email or password'
const MAYBE_PROGRAM = "We couldn't tell that you're a person. Check your details and try again."
const NO_PROOF =
  "Your browser didn't finish the check for programs. Turn on JavaScript, wait for the check, and try again."
const EMAIL_TAKEN = "We couldn't create an account with this email. If you already have one, sign in instead."

/** Registers the sign-in and sign-up pages. Their cookie is bound to one interaction and to its path. */
export const interactionRoutes = (scope: FastifyInstance, { sql, config, provider }: Dependencies): void => {
  addFormBodyParser(scope)
  const { siteName } = config
  const sendsMail = config.mail !== null
  const hasPasskeys = supportsPasskeys(config)
  const path = '/identity/interaction/:uid'
  const options = { schema: { hide: true } }
  const submission = { ...options, config: { isSecurityEvent: true } }

  /** Returns the interaction's `uid`. Throws if this browser has no such interaction. */
  const check = async ({ raw, params }: InteractionRequest, reply: FastifyReply): Promise<string> => {
    const { uid } = await (await provider()).interactionDetails(raw, reply.raw)
    if (uid !== params.uid) throw new HttpError('sign-in-expired')
    return uid
  }
  const finish = async ({ raw }: InteractionRequest, reply: FastifyReply, result: InteractionResults) =>
    reply.redirect(await (await provider()).interactionResult(raw, reply.raw, result), 303)

  const signIn = async (
    request: InteractionRequest,
    reply: FastifyReply,
    { subject, authTime }: Authentication,
    { isNewAccount }: { isNewAccount: boolean },
  ) => {
    const isKnown = isNewAccount || (await findKnownDevice({ sql, config }, request, subject))
    await rememberDevice({ sql, config }, request, reply, { subject, authTime })
    await enqueueSignInMails({ sql, config }, { subject, isNewBrowser: !isKnown })
    return finish(request, reply, { login: { accountId: subject, ts: authTime } })
  }

  /** Checks the password last, and only if the rest is valid, because estimating its strength takes longest. */
  const validate = async (
    { email, name, password }: { email: string; name: string; password: string },
    { ip }: FastifyRequest,
  ): Promise<AccountForm['errors'] | null> => {
    const errors: AccountForm['errors'] = {
      ...validateEmail(email),
      ...(countCharacters(name) > MAX_NAME_LENGTH && {
        name: `Name must be at most ${MAX_NAME_LENGTH} characters`,
      }),
    }
    if (!errors.email && isEmailBlocked(config, email))
      errors.email = errorKinds['email-domain-blocked'].title
    if (Object.keys(errors).length > 0) return errors
    const owner = { email: normalizeEmail(email), name, siteName }
    const requester = {
      key: toRateLimitAddress(ip),
      isTrusted: false,
      isLimited: config.rateLimitScale > 0,
    }
    const passwordError = await findPasswordError(password, owner, requester)
    return passwordError === null ? null : { password: passwordError }
  }

  /** Returns why this browser cannot create an account, or null if it can. */
  const findError = (request: FastifyRequest) =>
    findSignUpError({ sql, config }, readInvitation(request, config))
  const sendSignInPage = async (reply: FastifyReply, status: number, uid: string, form: AccountForm) => {
    const error = await findError(reply.request)
    return reply.sendProviderPage(status, {
      page: 'sign-in',
      sendsMail,
      adminContact: config.adminContact,
      supportsPasskeys: hasPasskeys,
      signUpError: error && errorKinds[error].title,
      uid,
      form,
    })
  }
  secondStepRoutes(scope, {
    sql,
    config,
    check,
    signIn: (request, reply, account) => signIn(request, reply, account, { isNewAccount: false }),
    sendSignInPage: (reply, uid, form) =>
      sendSignInPage(reply, 400, uid, { ...emptyAccountForm, errors: { form } }),
  })

  scope.get(path, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const { session } = await (await provider()).interactionDetails(request.raw, reply.raw)
    // Whoever is signed in at the provider is asked for the password alone.
    const account = session ? await selectAccountBySubject(sql, session.accountId) : null
    return sendSignInPage(reply, 200, uid, { ...emptyAccountForm, email: account?.email ?? '' })
  })
  const sendError = (reply: FastifyReply, error: 'sign-up-closed' | 'invitation-required') =>
    reply.sendProviderPage(403, {
      page: 'message',
      title: 'Create an account',
      text: errorKinds[error].title,
    })
  const sendSignUpPage = async (
    reply: FastifyReply,
    status: number,
    page: { uid: string; shownAt: string; form: AccountForm },
  ) =>
    reply.sendProviderPage(status, {
      page: 'sign-up',
      ...page,
      challenge: config.signUp.asksForProof ? await createFormChallenge(sql, page.uid) : null,
    })
  scope.get(`${path}/sign-up`, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const error = await findError(request)
    if (error) return sendError(reply, error)
    const shownAt = await createFormTime(sql, uid)
    return sendSignUpPage(reply, 200, { uid, shownAt, form: emptyAccountForm })
  })
  scope.get(`${path}/cancel`, options, async (request: InteractionRequest, reply) => {
    await check(request, reply)
    return finish(request, reply, { error: 'access_denied', error_description: 'Sign-in was cancelled' })
  })

  scope.post(path, submission, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const { email, password } = parseFormBody(request.body)
    const account = await verifyCredentials({ sql, config }, { email, password, request })
    if (!account)
      return sendSignInPage(reply, 400, uid, { email, name: '', errors: { form: WRONG_CREDENTIALS } })
    const secondStep = await startSecondStep(sql, uid, account)
    return secondStep
      ? reply.redirect(secondStep, 303)
      : signIn(request, reply, account, { isNewAccount: false })
  })

  scope.post(`${path}/sign-up`, submission, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const { email, name, password, shownAt, trap, proof } = parseFormBody(request.body)
    const sendForm = (form: AccountForm) => sendSignUpPage(reply, 400, { uid, shownAt, form })
    if (config.rateLimitScale > 0 && (await isFilledInByProgram(sql, uid, { shownAt, trap })))
      return sendSignUpPage(reply, 400, {
        uid,
        shownAt: await createFormTime(sql, uid),
        form: { email, name, errors: { form: MAYBE_PROGRAM } },
      })
    const error = await findError(request)
    if (error) return sendError(reply, error)
    await requireAccountLeft({ sql, config }, request.ip)
    if (config.signUp.asksForProof && !(await acceptFormProof(sql, uid, proof)))
      return sendForm({ email, name, errors: { form: NO_PROOF } })
    const faults = await validate({ email, name, password }, request)
    if (faults) return sendForm({ email, name, errors: faults })
    const attempt = { email, name: cleanText(name), password, request }
    const account = await createAccount({ sql, config }, attempt)
    if (account) return signIn(request, reply, account, { isNewAccount: true })
    return sendForm({ email, name, errors: { form: EMAIL_TAKEN } })
  })

  if (!sendsMail) return
  scope.get(`${path}/forgot`, options, async (request: InteractionRequest, reply) =>
    reply.sendProviderPage(200, {
      page: 'forgot-password',
      uid: await check(request, reply),
      form: emptyAccountForm,
    }),
  )
  scope.post(`${path}/forgot`, submission, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const { email } = parseFormBody(request.body)
    const errors = validateEmail(email)
    if (errors)
      return reply.sendProviderPage(400, {
        page: 'forgot-password',
        uid,
        form: { email, name: '', errors },
      })
    await requestPasswordReset({ sql, config }, { email, ip: request.ip })
    return reply.sendProviderPage(200, { page: 'reset-link-sent', uid, email })
  })
}

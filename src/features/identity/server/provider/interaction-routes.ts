import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { InteractionResults } from 'oidc-provider'
import { HttpError } from '#core/http-error.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import {
  type AccountForm,
  emptyForm,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  signInPage,
  signUpPage,
} from './forms.ts'
import { rememberDevice } from './known-device.ts'
import { createAccount, normalizeEmail, verifyCredentials } from './local-accounts.ts'
import { PAGE_CSP, sendPage } from './page.ts'
import { allowMeterScript, METER_PATH, METER_SCRIPT } from './password-meter.ts'
import { findPasswordError } from './password-rules.ts'

type Parts = { sql: Sql; config: Config; provider: () => Promise<Provider> }
type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

const MAX_BODY_BYTES = 16 * 1024
const WRONG_CREDENTIALS = 'Incorrect email or password'
const EMAIL_TAKEN = "We couldn't create an account with this email. If you already have one, sign in instead."

/** The sign-in and sign-up pages. Their cookie is bound to one interaction and to its path. */
export const interactionRoutes = (scope: FastifyInstance, { sql, config, provider }: Parts): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )
  const { siteName } = config
  const path = '/identity/interaction/:uid'
  const options = { schema: { hide: true } }
  const signUpPolicy = allowMeterScript(PAGE_CSP, config.publicUrl)

  scope.get(METER_PATH, options, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(METER_SCRIPT),
  )

  /** Throws if this browser has no such interaction. */
  const check = async ({ raw, params }: InteractionRequest, reply: FastifyReply): Promise<string> => {
    const { uid } = await (await provider()).interactionDetails(raw, reply.raw)
    if (uid !== params.uid) throw new HttpError('sign-in-expired')
    return uid
  }
  const finish = async ({ raw }: InteractionRequest, reply: FastifyReply, result: InteractionResults) =>
    reply.redirect(await (await provider()).interactionResult(raw, reply.raw, result), 303)

  const signIn = async (request: InteractionRequest, reply: FastifyReply, accountId: string) => {
    await rememberDevice({ sql, config }, request, reply, accountId)
    return finish(request, reply, { login: { accountId } })
  }

  scope.get(path, options, async (request: InteractionRequest, reply) =>
    sendPage(reply, 200, signInPage({ siteName, uid: await check(request, reply) }, emptyForm)),
  )
  scope.get(`${path}/sign-up`, options, async (request: InteractionRequest, reply) =>
    sendPage(reply, 200, signUpPage({ siteName, uid: await check(request, reply) }, emptyForm), signUpPolicy),
  )
  scope.get(`${path}/cancel`, options, async (request: InteractionRequest, reply) => {
    await check(request, reply)
    return finish(request, reply, { error: 'access_denied', error_description: 'Sign-in was cancelled' })
  })

  scope.post(path, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const { email, password } = readForm(request.body)
    const accountId = await verifyCredentials({ sql, config }, { email, password, request })
    if (accountId) return signIn(request, reply, accountId)
    const form: AccountForm = { email, name: '', errors: { form: WRONG_CREDENTIALS } }
    return sendPage(reply, 400, signInPage({ siteName, uid }, form))
  })

  scope.post(`${path}/sign-up`, options, async (request: InteractionRequest, reply) => {
    const uid = await check(request, reply)
    const { email, name, password } = readForm(request.body)
    const faults = await validate(email, name, password, siteName)
    const sendForm = (form: AccountForm) =>
      sendPage(reply, 400, signUpPage({ siteName, uid }, form), signUpPolicy)
    if (faults) return sendForm({ email, name, errors: faults })
    const attempt = { email, name: cleanText(name), password, request }
    const accountId = await createAccount({ sql, config }, attempt)
    if (accountId) return signIn(request, reply, accountId)
    return sendForm({ email, name, errors: { form: EMAIL_TAKEN } })
  })
}

const readForm = (body: unknown) => {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const field = (name: string) => form.get(name) ?? ''
  return {
    email: cleanText(field('email')).slice(0, 1_000),
    name: field('name'),
    password: field('password'),
  }
}

const validate = async (
  email: string,
  name: string,
  password: string,
  siteName: string,
): Promise<AccountForm['errors'] | null> => {
  const isEmail = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\]+$/.test(email)
  const passwordError = await findPasswordError(password, { email: normalizeEmail(email), name, siteName })
  const faults: AccountForm['errors'] = {
    ...((!isEmail || email.length > MAX_EMAIL_LENGTH) && { email: 'Please enter a valid email address' }),
    ...(countCharacters(name) > MAX_NAME_LENGTH && {
      name: `Name must be at most ${MAX_NAME_LENGTH} characters`,
    }),
    ...(passwordError !== null && { password: passwordError }),
  }
  return Object.keys(faults).length > 0 ? faults : null
}

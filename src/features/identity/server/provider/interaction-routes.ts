import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { InteractionResults } from 'oidc-provider'
import { Failure } from '#core/failure.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { EMAIL_MOST, emptyForm, type Form, NAME_MOST, signInPage, signUpPage } from './forms.ts'
import { rememberDevice } from './known-device.ts'
import { checkPassword, createAccount, normalEmail } from './local-accounts.ts'
import { PAGE_POLICY, sendPage } from './page.ts'
import { METER_PATH, METER_SCRIPT, withMeter } from './password-meter.ts'
import { passwordFault } from './password-rules.ts'

type Parts = { sql: Sql; config: Config; provider: () => Promise<Provider> }
type Asked = FastifyRequest<{ Params: { uid: string } }>

const BODY_MOST = 16 * 1024
const WRONG = 'The e-mail or the password is not right'
const TAKEN = 'No account could be made with this e-mail. If it is yours already, sign in instead.'

/** The pages where a person signs in or signs up. Their cookie belongs to one interaction and to its path. */
export const interactionRoutes = (scope: FastifyInstance, { sql, config, provider }: Parts): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_MOST },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )
  const { siteName } = config
  const at = '/identity/interaction/:uid'
  const options = { schema: { hide: true } }
  const signUpPolicy = withMeter(PAGE_POLICY, config.publicUrl)

  scope.get(METER_PATH, options, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(METER_SCRIPT),
  )

  /** Throws where this browser has no such interaction. */
  const check = async ({ raw, params }: Asked, reply: FastifyReply): Promise<string> => {
    const { uid } = await (await provider()).interactionDetails(raw, reply.raw)
    if (uid !== params.uid) throw new Failure(400, 'This sign-in has expired')
    return uid
  }
  const finish = async ({ raw }: Asked, reply: FastifyReply, result: InteractionResults) =>
    reply.redirect(await (await provider()).interactionResult(raw, reply.raw, result), 303)

  const signIn = async (request: Asked, reply: FastifyReply, accountId: string) => {
    await rememberDevice({ sql, config }, request, reply, accountId)
    return finish(request, reply, { login: { accountId } })
  }

  scope.get(at, options, async (request: Asked, reply) =>
    sendPage(reply, 200, signInPage({ siteName, uid: await check(request, reply) }, emptyForm)),
  )
  scope.get(`${at}/sign-up`, options, async (request: Asked, reply) =>
    sendPage(reply, 200, signUpPage({ siteName, uid: await check(request, reply) }, emptyForm), signUpPolicy),
  )
  scope.get(`${at}/cancel`, options, async (request: Asked, reply) => {
    await check(request, reply)
    return finish(request, reply, { error: 'access_denied', error_description: 'Sign-in was cancelled' })
  })

  scope.post(at, options, async (request: Asked, reply) => {
    const uid = await check(request, reply)
    const { email, password } = readForm(request.body)
    const accountId = await checkPassword({ sql, config }, { email, password, request })
    if (accountId) return signIn(request, reply, accountId)
    const form: Form = { email, name: '', faults: { form: WRONG } }
    return sendPage(reply, 400, signInPage({ siteName, uid }, form))
  })

  scope.post(`${at}/sign-up`, options, async (request: Asked, reply) => {
    const uid = await check(request, reply)
    const { email, name, password } = readForm(request.body)
    const faults = await faultsOf(email, name, password, siteName)
    const again = (form: Form) => sendPage(reply, 400, signUpPage({ siteName, uid }, form), signUpPolicy)
    if (faults) return again({ email, name, faults })
    const given = { email, name: cleanText(name), password, request }
    const accountId = await createAccount({ sql, config }, given)
    if (accountId) return signIn(request, reply, accountId)
    return again({ email, name, faults: { form: TAKEN } })
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

const faultsOf = async (
  email: string,
  name: string,
  password: string,
  siteName: string,
): Promise<Form['faults'] | null> => {
  const isEmail = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\]+$/.test(email)
  const fault = await passwordFault(password, { email: normalEmail(email), name, siteName })
  const faults: Form['faults'] = {
    ...((!isEmail || email.length > EMAIL_MOST) && { email: 'Please enter a valid email address' }),
    ...(countCharacters(name) > NAME_MOST && { name: `The name must be at most ${NAME_MOST} characters` }),
    ...(fault !== null && { password: fault }),
  }
  return Object.keys(faults).length > 0 ? faults : null
}

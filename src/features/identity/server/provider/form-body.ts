import type { FastifyInstance } from 'fastify'
import { cleanText } from '#core/text.ts'
import { isEmailAddress, normalizeEmail } from '#server/mail/email-address.ts'

const MAX_BODY_BYTES = 16 * 1024
const MAX_FIELD_LENGTH = 1_000
const MAX_CODE_LENGTH = 100
const MAX_PROOF_LENGTH = 4_000

/** Makes these routes accept the `application/x-www-form-urlencoded` bodies of the provider's forms. */
export const addFormBodyParser = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

export const parseFormBody = (body: unknown) => {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  // Longer fields are rejected; the rest of them costs nothing this way.
  const field = (name: string, max = MAX_FIELD_LENGTH) => (form.get(name) ?? '').slice(0, max)
  return {
    email: cleanText(field('email')),
    name: field('name'),
    password: field('password'),
    code: field('code', MAX_CODE_LENGTH),
    /** The passkey's response as JSON, which a script has put into the form. */
    response: field('response', MAX_BODY_BYTES),
    /** When the form was shown, and the field that people do not see (sign-up-form.ts). */
    shownAt: field('shown-at'),
    trap: field('website'),
    /** What the browser has computed, as JSON. */
    proof: field('proof', MAX_PROOF_LENGTH),
  }
}

export const validateEmail = (email: string): { email: string } | null =>
  isEmailAddress(normalizeEmail(email)) ? null : { email: 'Please enter a valid email address' }

import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { type EndpointResponse, endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { authenticatorCodeSchema, passkeyNameSchema } from './contract-form.ts'

const tag = 'Account'
const limit = { name: 'second-factors', max: 60, windowSeconds: 3_600 } as const
const params = z.object({ id: idSchema })
/** New recovery codes, which are returned only once. Null if the account already had recovery codes. */
const newCodesSchema = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

/**
 * Lists the second factors of an account at the embedded provider. For other accounts, `factors` is null here, and all
 * other endpoints in this file respond with 404.
 */
export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/api/user/second-factors',
  summary: 'List your authenticator app and passkeys, and count your unused recovery codes',
  tag,
  access: 'signed-in',
  scope: null,
  reply: z.object({
    /** Null if the account belongs to another provider, for example because it predates the embedded one. */
    factors: z.nullable(
      z.object({
        /** False if `PUBLIC_URL` contains an IP address instead of a domain name. */
        supportsPasskeys: z.boolean(),
        /** True if the member has to confirm their email before they can add a second factor. */
        needsConfirmedEmail: z.boolean(),
        app: z.nullable(z.object({ createdAt: dateSchema, usedAt: z.nullable(dateSchema) })),
        passkeys: z.array(
          z.object({ id: z.int(), name: z.string(), createdAt: dateSchema, usedAt: z.nullable(dateSchema) }),
        ),
        recoveryCodesLeft: z.int(),
      }),
    ),
  }),
})

export type SecondFactors = NonNullable<EndpointResponse<typeof listSecondFactors>['factors']>

export const setUpAuthenticatorApp = endpoint({
  method: 'POST',
  path: '/api/user/authenticator-app',
  summary: 'Create the secret of an authenticator app, which is active after its first code',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'email-not-confirmed', 'authenticator-app-exists'],
  reply: z.object({
    /** The secret in Base32, to be typed into an app. */
    secret: z.string(),
    /** The path of an SVG whose view box is `size` units wide and high. */
    qrCode: z.object({ size: z.int(), path: z.string() }),
  }),
})

export const activateAuthenticatorApp = endpoint({
  method: 'POST',
  path: '/api/user/authenticator-app/activate',
  summary: 'Activate the authenticator app with its current code',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'email-not-confirmed', 'authenticator-app-expired'],
  body: z.object({ code: authenticatorCodeSchema }),
  reply: newCodesSchema,
})

export const removeAuthenticatorApp = endpoint({
  method: 'DELETE',
  path: '/api/user/authenticator-app',
  summary: 'Remove your authenticator app',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'second-factor-not-found'],
  reply: z.object({}),
})

/** The fields of PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3) that the server sends. */
const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.optional(z.int()),
  excludeCredentials: z.optional(
    z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        transports: z.optional(z.array(z.string())),
      }),
    ),
  ),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
    }),
  ),
  attestation: z.optional(z.enum(['direct', 'enterprise', 'indirect', 'none'])),
  extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
  hints: z.optional(z.array(z.enum(['hybrid', 'security-key', 'client-device']))),
})

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  summary: 'Get what a browser needs to create a passkey',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'email-not-confirmed', 'not-found'],
  reply: creationOptionsSchema,
})

const base64Schema = z.string().check(z.maxLength(16_384))

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  summary: 'Add a passkey that the browser has created',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'email-not-confirmed', 'passkey-rejected', 'too-many-passkeys'],
  body: z.object({
    name: passkeyNameSchema,
    response: z.object({
      id: base64Schema,
      rawId: base64Schema,
      type: z.literal('public-key'),
      clientExtensionResults: z._default(z.object({}), {}),
      response: z.object({
        clientDataJSON: base64Schema,
        attestationObject: base64Schema,
        transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
      }),
    }),
  }),
  reply: newCodesSchema,
  bodyLimit: 65_536,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/user/passkeys/:id',
  summary: 'Rename a passkey',
  tag,
  access: 'completed-profile',
  scope: null,
  rateLimit: limit,
  errors: ['no-password', 'second-factor-not-found'],
  params,
  body: z.object({ name: passkeyNameSchema }),
  reply: z.object({}),
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  summary: 'Remove a passkey',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'second-factor-not-found'],
  params,
  reply: z.object({}),
})

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/recovery-codes',
  summary: 'Replace your recovery codes with ten new ones',
  tag,
  access: 'completed-profile',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: limit,
  errors: ['no-password', 'second-factor-not-found'],
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const sendEmailConfirmation = endpoint({
  method: 'POST',
  path: '/api/user/email-confirmation',
  summary: 'Send yourself a link that confirms your email',
  tag,
  access: 'signed-in',
  scope: null,
  rateLimit: { name: 'email-confirmation', max: 5, windowSeconds: 3_600 },
  errors: ['no-password', 'email-confirmed'],
  reply: z.object({}),
})

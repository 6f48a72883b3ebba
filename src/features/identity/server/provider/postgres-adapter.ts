import { createHash } from 'node:crypto'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { Sql } from '#server/database/connect.ts'
import * as query from './payload-query.ts'

const hashId = (id: string): Buffer => createHash('sha256').update(id).digest()

/**
 * Comes before the hash of an id, in place of an id that nobody has sent: the library finds and saves the code of a device
 * again after it has found it by what a member has typed. No id contains a colon. Whoever knows the hash has read the
 * database, and with it the keys of the provider.
 */
const STORED = 'stored:'

const toStoredId = (id: string): Buffer =>
  id.startsWith(STORED) ? Buffer.from(id.slice(STORED.length), 'hex') : hashId(id)

/**
 * The models that are deleted when their grant is revoked. An interaction only refers to its grant, so it is not
 * deleted.
 */
const GRANT_MODELS = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

type Options = {
  /** Comes before the names of models, so that two providers can share the table. */
  prefix?: string
  /** Finds the metadata of a client that is not declared in the configuration. */
  findClient: (id: string) => Promise<AdapterPayload | undefined>
  /** How long after its first use a refresh token can be used again. */
  refreshReuseSeconds?: number
}

/** Stores a provider's state in PostgreSQL, so that it survives restarts and all processes share it. */
export const createPostgresAdapter =
  (sql: Sql, { prefix = '', findClient, refreshReuseSeconds = 0 }: Options): AdapterFactory =>
  (name): Adapter => {
    const model = prefix + name
    const reuseSeconds = name === 'RefreshToken' ? refreshReuseSeconds : 0
    return {
      upsert: async (id, payload, expiresIn) => {
        // The id is a bearer secret, so only its hash is stored. A session found by its `uid` needs no id.
        const { jti, ...rest } = payload
        await query.upsertPayload(sql, {
          model,
          id: toStoredId(id),
          payload: JSON.stringify(jti === undefined || jti === id ? rest : payload),
          grantId: (GRANT_MODELS.has(name) && payload.grantId) || null,
          userCode: payload.userCode ?? null,
          uid: payload.uid ?? null,
          accountId: payload.accountId ?? null,
          seconds: expiresIn ?? null,
        })
      },
      find: async (id) => {
        if (name === 'Client') return findClient(id)
        const payload = read(await query.selectPayload(sql, model, { id: toStoredId(id) }, reuseSeconds))
        return payload && { jti: id, ...payload }
      },
      findByUid: async (uid) => read(await query.selectPayload(sql, model, { uid })),
      findByUserCode: async (userCode) => {
        const stored = await query.selectPayload(sql, model, { userCode })
        return stored ? { ...read(stored), jti: STORED + stored.id.toString('hex') } : undefined
      },
      consume: async (id) => {
        if (!(await query.consumePayload(sql, model, hashId(id), reuseSeconds)))
          throw new errors.InvalidGrant(`${name} was already used`)
      },
      destroy: async (id) => {
        await query.deletePayload(sql, model, hashId(id))
      },
      revokeByGrantId: async (grantId) => {
        await query.deletePayloadsByGrant(sql, grantId)
      },
    }
  }

const read = (stored: query.StoredPayload | null): AdapterPayload | undefined => {
  if (!stored) return undefined
  const payload = JSON.parse(stored.payload) as AdapterPayload
  const { consumedAt } = stored
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload
}

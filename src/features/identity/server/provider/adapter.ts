import { createHash } from 'node:crypto'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { Sql } from '#server/database/connect.ts'
import * as query from './payload-query.ts'

const hashId = (id: string): Buffer => createHash('sha256').update(id).digest()

/** Models that revoking a grant deletes. An interaction only refers to its grant and stays. */
const GRANT_MODELS = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** Stores the provider's state in PostgreSQL, so that it survives restarts and all processes share it. */
export const postgresAdapter =
  (sql: Sql): AdapterFactory =>
  (model): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      // The id is a bearer secret, so only its hash is stored. A session found by its `uid` needs no id.
      const { jti, ...rest } = payload
      await query.upsertPayload(sql, {
        model,
        id: hashId(id),
        payload: JSON.stringify(jti === undefined || jti === id ? rest : payload),
        grantId: (GRANT_MODELS.has(model) && payload.grantId) || null,
        userCode: payload.userCode ?? null,
        uid: payload.uid ?? null,
        accountId: payload.accountId ?? null,
        seconds: expiresIn ?? null,
      })
    },
    find: async (id) => {
      // All clients are declared in code, so a client id that reaches this adapter is unknown.
      if (model === 'Client') return undefined
      const payload = read(await query.findPayload(sql, model, { id: hashId(id) }))
      return payload && { jti: id, ...payload }
    },
    findByUid: async (uid) => read(await query.findPayload(sql, model, { uid })),
    findByUserCode: async (userCode) => read(await query.findPayload(sql, model, { userCode })),
    consume: async (id) => {
      if (!(await query.consumePayload(sql, model, hashId(id))))
        throw new errors.InvalidGrant(`${model} was already used`)
    },
    destroy: async (id) => {
      await query.deletePayload(sql, model, hashId(id))
    },
    revokeByGrantId: async (grantId) => {
      await query.deletePayloadsOfGrant(sql, grantId)
    },
  })

const read = (stored: query.StoredPayload | null): AdapterPayload | undefined => {
  if (!stored) return undefined
  const payload = JSON.parse(stored.payload) as AdapterPayload
  const { consumedAt } = stored
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload
}

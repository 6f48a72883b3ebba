import { createHash } from 'node:crypto'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { Sql } from '#server/database/connect.ts'
import * as query from './payload-query.ts'

const hashed = (id: string): Buffer => createHash('sha256').update(id).digest()

/** What a withdrawn grant takes along; a sign-in under way only knows of it. */
const GRANTED = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** What the provider remembers, in PostgreSQL: it outlives the process and is shared by all of them. */
export const postgresAdapter =
  (sql: Sql): AdapterFactory =>
  (model): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      // The id opens what it names, so only its hash is kept; a session found by its `uid` needs no id.
      const { jti, ...kept } = payload
      await query.upsertPayload(sql, {
        model,
        id: hashed(id),
        payload: JSON.stringify(jti === undefined || jti === id ? kept : payload),
        grantId: (GRANTED.has(model) && payload.grantId) || null,
        userCode: payload.userCode ?? null,
        uid: payload.uid ?? null,
        accountId: payload.accountId ?? null,
        seconds: expiresIn ?? null,
      })
    },
    find: async (id) => {
      // Clients are declared in code, and whatever a request calls one is none.
      if (model === 'Client') return undefined
      const payload = read(await query.findPayload(sql, model, { id: hashed(id) }))
      return payload && { jti: id, ...payload }
    },
    findByUid: async (uid) => read(await query.findPayload(sql, model, { uid })),
    findByUserCode: async (userCode) => read(await query.findPayload(sql, model, { userCode })),
    consume: async (id) => {
      if (!(await query.consumePayload(sql, model, hashed(id))))
        throw new errors.InvalidGrant(`${model} was used already`)
    },
    destroy: async (id) => {
      await query.deletePayload(sql, model, hashed(id))
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

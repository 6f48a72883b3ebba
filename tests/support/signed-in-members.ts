import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { seedSession, seedUser } from './builders.ts'

/** A seeded member with the headers of their session. */
export type SignedInMember = Awaited<ReturnType<typeof seedUser>> & { headers: Record<string, string> }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Returns functions that seed signed-in members, and send requests by them or, with null, by a visitor. */
export const withMembers = (app: FastifyInstance, database: Database) => ({
  aMember: async (fields: Parameters<typeof seedUser>[1] = {}): Promise<SignedInMember> => {
    const user = await seedUser(database, fields)
    return { ...user, headers: await seedSession(database, user) }
  },
  send: async (by: SignedInMember | null, method: Method, url: string, body?: object) => {
    const response = await app.inject({
      method,
      url,
      ...(by && { headers: by.headers }),
      ...(body && { body }),
    })
    return { status: response.statusCode, body: response.json() }
  },
})

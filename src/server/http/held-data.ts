import type { FastifyRequest } from 'fastify'

/** A file that came as a data string: its bytes, and their SHA-256 in hexadecimal digits. */
export type HeldFile = { id: string; bytes: Uint8Array; hash: string }

const held = new Map<string, HeldFile>()
const idsOf = new WeakMap<FastifyRequest, string[]>()

/** For as long as the request is handled. */
export const holdFiles = (request: FastifyRequest, files: readonly HeldFile[]): void => {
  for (const file of files) held.set(file.id, file)
  idsOf.set(
    request,
    files.map(({ id }) => id),
  )
}

export const releaseFiles = (request: FastifyRequest): void => {
  for (const id of idsOf.get(request) ?? []) held.delete(id)
}

/**
 * Where a large body was read, its long data strings were decoded: `#` and an id that nobody can guess stand after their
 * `base64,`, and nothing that base64 may hold. Null for any other text.
 */
export const findHeldFile = (base64: string): HeldFile | null =>
  base64.startsWith('#') ? (held.get(base64.slice(1)) ?? null) : null

/** How many are held now. */
export const countHeldFiles = (): number => held.size

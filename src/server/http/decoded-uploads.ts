import type { FastifyRequest } from 'fastify'

/** A file that arrived as a data URL: its bytes and their SHA-256 in hexadecimal. */
export type DecodedUpload = { id: string; bytes: Uint8Array; hash: string }

const uploads = new Map<string, DecodedUpload>()
const idsOf = new WeakMap<FastifyRequest, string[]>()

/** Stores decoded uploads until `releaseDecodedUploads` is called for the same request. */
export const storeDecodedUploads = (request: FastifyRequest, files: readonly DecodedUpload[]): void => {
  for (const file of files) uploads.set(file.id, file)
  idsOf.set(
    request,
    files.map(({ id }) => id),
  )
}

export const releaseDecodedUploads = (request: FastifyRequest): void => {
  for (const id of idsOf.get(request) ?? []) uploads.delete(id)
}

/**
 * Finds the decoded upload that a placeholder refers to. The large-body parser replaces the base64 payload of
 * a long data URL with `#` (which base64 never contains) and an unguessable id. Returns null for any other
 * text.
 */
export const findDecodedUpload = (base64: string): DecodedUpload | null =>
  base64.startsWith('#') ? (uploads.get(base64.slice(1)) ?? null) : null

/** Returns the number of decoded uploads in memory. */
export const countDecodedUploads = (): number => uploads.size

import { hash } from 'node:crypto'

/** The name of a stored file: the SHA-256 of its bytes as 64 hexadecimal digits. */
export const contentHash = (bytes: Uint8Array): string => hash('sha256', bytes)

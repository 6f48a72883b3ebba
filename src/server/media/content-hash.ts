import { hash } from 'node:crypto'

/** What names a file: SHA-256 of its bytes as 64 hexadecimal digits. */
export const contentHash = (bytes: Uint8Array): string => hash('sha256', bytes)

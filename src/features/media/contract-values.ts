import type { MediaName } from '#core/media-name.ts'

/** Errors that every endpoint that accepts files can return. */
export const fileErrorCodes = [
  'file-too-large',
  'unsupported-file',
  'file-processing-failed',
  'files-unavailable',
] as const

/**
 * The size of each piece of an upload, except the last piece. Pieces are small, so that little has to be
 * resent after a lost connection.
 */
export const UPLOAD_PIECE_BYTES = 512 * 1024

/** The widths of thumbnails in pixels. */
export const thumbnailWidths = [320, 800, 1600] as const

/** An example file of a post with its parsed name. */
export type ExampleFile = MediaName & { file: string }

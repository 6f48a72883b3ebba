import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { offsetSchema } from '#core/query-schemas.ts'
import { fileErrorCodes, UPLOAD_PIECE_BYTES } from './contract-values.ts'

const params = z.object({ id: z.uuid('Not a valid id') })
const tag = 'Uploads'
const access = 'completed-profile'

/**
 * An upload. `url` is null until the file has been checked and stored; posts can then refer to the file by this URL.
 */
const uploadSchema = z.object({
  id: z.string(),
  type: z.string(),
  size: z.int(),
  received: z.int(),
  url: z.nullable(z.string()),
})
export type Upload = z.output<typeof uploadSchema>

export const startUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary: `Start to upload an image or a video, which is then sent in pieces of ${UPLOAD_PIECE_BYTES} bytes`,
  tag,
  access,
  scope: 'write',
  rateLimit: { name: 'upload', max: 120, windowSeconds: 600 },
  errors: ['file-too-large', 'unsupported-file'],
  body: z.object({
    /** The file's media type, such as `image/png`; empty if the browser does not know it. */
    type: z.string('Type is required').check(z.maxLength(100)),
    size: z.int('Size is required').check(z.minimum(1)),
  }),
  reply: uploadSchema,
})

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:id',
  summary: 'See how much of your upload has arrived, to continue it after a lost connection',
  tag,
  access,
  scope: 'write',
  errors: ['upload-not-found'],
  params,
  reply: uploadSchema,
})

export const uploadPiece = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  summary:
    'Send the next piece, which starts at `offset`; another offset stores nothing and returns the right one',
  tag,
  access,
  scope: 'write',
  rateLimit: { name: 'upload-piece', max: 3_000, windowSeconds: 600 },
  errors: ['upload-not-found', 'wrong-piece-size', 'files-unavailable'],
  params,
  query: z.object({ offset: offsetSchema }),
  maxBytes: UPLOAD_PIECE_BYTES,
  reply: uploadSchema,
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/finish',
  summary: 'Check and store the file once all of it has arrived; `url` is its address (idempotent)',
  tag,
  access,
  scope: 'write',
  rateLimit: { name: 'upload-finish', max: 240, windowSeconds: 600 },
  errors: ['upload-not-found', 'upload-incomplete', 'uploads-busy', ...fileErrorCodes],
  params,
  reply: uploadSchema,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Discard an upload (idempotent)',
  tag,
  access,
  scope: 'write',
  rateLimit: { name: 'upload-cancel', max: 300, windowSeconds: 600 },
  params,
  reply: z.object({}),
})

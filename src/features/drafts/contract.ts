import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { storedPostFieldSchemas } from '#features/posts/contract.ts'
import { draftFieldsSchema } from '#features/posts/contract-form.ts'
import { draftMessages } from './contract-messages.ts'

/** A draft in the member's list of drafts (docs/spec/data.md#drafts). */
const draftSummarySchema = z.object({
  id: z.uuid(),
  /** The draft's title; empty if it has none yet. */
  title: z.string(),
  /** The beginning of the description or, if that is empty, of the prompt. */
  excerpt: z.string(),
  isPrivate: z.boolean(),
  updatedAt: dateSchema,
  /** The time at which the draft is published automatically; null if it is not scheduled. */
  publishAt: z.nullable(dateSchema),
  /** The reason why the draft was not published at the scheduled time; empty otherwise. */
  problem: z.string(),
})
export type DraftSummary = z.output<typeof draftSummarySchema>

const storedFields = {
  ...storedPostFieldSchemas,
  topicId: z.nullable(z.int()),
  isPrivate: z.boolean(),
  remixOf: z.optional(z.int()),
}

const draftSchema = z.object({
  id: z.uuid(),
  ...storedFields,
  updatedAt: dateSchema,
  publishAt: z.nullable(dateSchema),
  problem: z.string(),
})
export type Draft = z.output<typeof draftSchema>
export type DraftFields = z.output<typeof draftFieldsSchema>

const draftVersionSchema = z.object({ id: z.int(), savedAt: dateSchema, ...storedFields })
export type DraftVersion = z.output<typeof draftVersionSchema>

const draft = z.object({ id: z.uuid() })
const tag = 'Drafts'
const access = 'completed-profile'
const saveLimit = { name: 'draft', max: 1_200, windowSeconds: 3_600 } as const
const changeLimit = { name: 'draft-change', max: 600, windowSeconds: 3_600 } as const
/** The maximum request size in bytes, large enough for the longest prompt and description. */
const bodyLimit = 1_000_000

export const listDrafts = endpoint({
  method: 'GET',
  path: '/api/user/drafts',
  summary: 'List your drafts: the scheduled ones by their time, then the others, the last changed first',
  tag,
  access: 'signed-in',
  scope: 'private',
  reply: z.array(draftSummarySchema),
})

export const createDraft = endpoint({
  method: 'POST',
  path: '/api/user/drafts',
  summary: 'Save a new draft of a post. Only you can read it',
  tag,
  access,
  scope: 'write',
  rateLimit: saveLimit,
  errors: ['too-many-drafts'],
  body: draftFieldsSchema,
  bodyLimit,
  reply: draftSchema,
})

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/user/drafts/:id',
  summary: 'Get your draft',
  tag,
  access,
  scope: 'private',
  errors: ['draft-not-found'],
  params: draft,
  reply: draftSchema,
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/user/drafts/:id',
  summary:
    'Save your draft, or a new one under a UUID of your choice (idempotent); `If-Match` names the `updatedAt` that you have read',
  tag,
  access,
  scope: 'write',
  rateLimit: saveLimit,
  errors: ['too-many-drafts', 'draft-published', 'changed-since-read'],
  params: draft,
  body: z.extend(draftFieldsSchema, {
    /** Stores the draft's previous content as a version, even if the last version is less than a minute old. */
    isNewVersion: z._default(z.boolean(), false),
  }),
  bodyLimit,
  reply: draftSchema,
})

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/user/drafts/:id',
  summary: 'Delete your draft and its versions (idempotent)',
  tag,
  access: 'also-suspended',
  scope: 'write',
  rateLimit: changeLimit,
  params: draft,
  reply: z.object({}),
})

export const listDraftVersions = endpoint({
  method: 'GET',
  path: '/api/user/drafts/:id/versions',
  summary: 'List what your draft said before, the newest first; at most ten versions',
  tag,
  access,
  scope: 'private',
  errors: ['draft-not-found'],
  params: draft,
  reply: z.array(draftVersionSchema),
})

export const scheduleDraft = endpoint({
  method: 'PUT',
  path: '/api/user/drafts/:id/schedule',
  summary: 'Publish your draft at a time, which is between a minute and a year ahead. It must be complete',
  tag,
  access,
  scope: 'write',
  rateLimit: changeLimit,
  errors: ['draft-not-found', 'account-muted'],
  params: draft,
  body: z.object({
    publishAt: z.pipe(
      z.iso.datetime({ offset: true, error: draftMessages.notATime }),
      z.transform((time: string) => new Date(time)),
    ),
  }),
  reply: draftSchema,
})

export const unscheduleDraft = endpoint({
  method: 'DELETE',
  path: '/api/user/drafts/:id/schedule',
  summary: 'Keep your draft unpublished (idempotent)',
  tag,
  access,
  scope: 'write',
  rateLimit: changeLimit,
  errors: ['draft-not-found'],
  params: draft,
  reply: draftSchema,
})

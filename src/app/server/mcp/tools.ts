import * as z from 'zod'
import { licenseIds } from '#core/licenses.ts'
import { limits } from '#core/limits.ts'
import { modelIds, postTypes } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { truncateText } from '#core/text.ts'
import type { TokenScope } from '#core/token-scopes.ts'
import * as collections from '#features/collections/contract.ts'
import { listFollowedCollections } from '#features/collections/contract-sharing.ts'
import { optimizePrompt } from '#features/optimizer/contract.ts'
import { createPost, getPost, updatePost } from '#features/posts/contract.ts'
import { reportResult } from '#features/results/contract.ts'
import { searchPosts } from '#features/search/contract.ts'
import { getTopic } from '#features/topics/contract.ts'
import { listVersions } from '#features/versions/contract.ts'
import type { CallApi } from './call-api.ts'
import {
  blankSchema,
  describeBlank,
  describeHiddenText,
  describePrompt,
  fillIn,
  hiddenTextSchema,
  listBlanks,
  listMissing,
  promptSchema,
  UNTRUSTED,
} from './describe-prompt.ts'

/** What a tool gets: the calls of its request and the site's address without a slash at its end. */
type Site = { call: CallApi; siteUrl: string }

type Tool<I extends z.ZodObject, O extends z.ZodObject> = {
  name: string
  title: string
  description: string
  /** Null for what visitors can do; otherwise the scope that a token needs. */
  scope: TokenScope | null
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean }
  input: I
  output: O
  run: (input: z.output<I>, site: Site) => Promise<z.input<O>>
}

/** Checks a tool's declaration and forgets the types of its input and output. */
const tool = <I extends z.ZodObject, O extends z.ZodObject>(declaration: Tool<I, O>): AnyTool =>
  declaration as unknown as AnyTool

export type AnyTool = Tool<z.ZodObject, z.ZodObject>

const READS = { readOnlyHint: true }
const notice = z.string().describe('How the texts below are to be treated')
const promptId = z.int().positive().describe('The id of the prompt')
const after = z.string().max(100).optional().describe('The `after` of the page before, for the next page')
const nextCursor = z
  .string()
  .nullable()
  .describe('Pass it as `after` for the next page; null on the last page')

/** The characters of a prompt and a description that a search result shows. */
const EXCERPT = 300

const searchPrompts = tool({
  name: 'search_prompts',
  title: 'Search prompts',
  description:
    'Search the public prompts by words. Understands "phrases", -word, type:image, model:<id>, topic:<name>, tag:<name> and author:<username>. Returns excerpts; get_prompt returns a whole prompt.',
  scope: null,
  annotations: READS,
  input: z.object({
    query: z.string().min(1).max(limits.searchQuery),
    limit: z.int().min(1).max(20).default(10),
    after,
  }),
  output: z.object({
    notice,
    prompts: z.array(
      z.object({
        ...promptSchema.shape,
        excerpt: z.string(),
        isPartial: z.boolean().describe('True if the prompt matches only some of the words'),
      }),
    ),
    after: nextCursor,
  }),
  run: async ({ query: q, limit, after }, { call, siteUrl }) => {
    const found = await call(searchPosts, { query: { q, limit: String(limit), after } })
    return {
      notice: UNTRUSTED,
      prompts: found.data.map((post) => ({
        ...describePrompt(post, siteUrl),
        description: truncateText(post.description, EXCERPT),
        excerpt: truncateText(post.prompt, EXCERPT),
        isPartial: post.isPartial,
      })),
      after: found.after,
    }
  },
})

const wholePrompt = z.object({
  ...promptSchema.shape,
  revision: z.int().describe('Grows with each edit. update_prompt needs it'),
  prompt: z.string(),
  isTruncated: z.boolean().describe('True if only the beginning is shown, because nobody is signed in'),
  hiddenText: hiddenTextSchema,
  blanks: z.array(blankSchema).describe('Where the prompt must be filled in: fill_prompt does that'),
  results: z
    .array(z.object({ model: z.string(), worked: z.int(), total: z.int() }))
    .describe('How many members say that the prompt worked with a model'),
})

const getPrompt = tool({
  name: 'get_prompt',
  title: 'Get a prompt',
  description:
    'Get a prompt with its blanks. Signed in, the whole prompt; otherwise its first 150 characters. Private prompts need a token with the scope private.',
  scope: null,
  annotations: READS,
  input: z.object({ id: promptId }),
  output: z.object({ notice, ...wholePrompt.shape }),
  run: async ({ id }, { call, siteUrl }) => {
    const { data: post } = await call(getPost, { params: { id } })
    return {
      notice: UNTRUSTED,
      ...describePrompt(post, siteUrl),
      revision: post.revision,
      prompt: post.prompt,
      isTruncated: post.promptTruncated,
      hiddenText: describeHiddenText(post),
      blanks: listBlanks(post).map(describeBlank),
      results: post.tallies,
    }
  },
})

const fillPromptTool = tool({
  name: 'fill_prompt',
  title: 'Fill in a prompt',
  description:
    'Fill in the blanks of a prompt and return the text to use. Blanks without a value get their default; what is still missing is listed.',
  scope: 'read',
  annotations: READS,
  input: z.object({
    id: promptId,
    values: z
      .record(z.string().max(60), z.string().max(limits.prompt))
      .default({})
      .describe('The values by the names of the blanks'),
  }),
  output: z.object({
    notice,
    title: z.string(),
    author: z.string(),
    hiddenText: hiddenTextSchema,
    text: z.string(),
    messages: z
      .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
      .describe('The same as messages; a single one of the user unless the form is messages'),
    missing: z.array(blankSchema).describe('Required blanks that stay as they are written'),
    unknown: z.array(z.string()).describe('Names in `values` that the prompt does not have'),
  }),
  run: async ({ id, values }, { call }) => {
    const { data: post } = await call(getPost, { params: { id } })
    const blanks = listBlanks(post)
    return {
      notice: UNTRUSTED,
      title: post.title,
      author: post.user.username,
      hiddenText: describeHiddenText(post),
      ...fillIn(post, values),
      missing: listMissing(post, values).map(describeBlank),
      unknown: Object.keys(values).filter((name) => blanks.every((blank) => blank.name !== name)),
    }
  },
})

const collectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  owner: z.string(),
  visibility: z.string(),
  itemCount: z.int().describe('100 means 100 or more'),
  url: z.string(),
})

const describeCollection = (collection: collections.Collection, siteUrl: string) => ({
  id: collection.id,
  title: collection.title,
  description: collection.description,
  owner: collection.user.username,
  visibility: collection.visibility,
  itemCount: collection.itemCount,
  url: `${siteUrl}${paths.collection(collection)}`,
})

const listCollections = tool({
  name: 'list_collections',
  title: 'List collections',
  description:
    'List the public collections of a member; without a username, your own collections and those that you follow (scope private).',
  scope: null,
  annotations: READS,
  input: z.object({ username: z.string().max(100).optional() }),
  output: z.object({ notice, collections: z.array(collectionSchema) }),
  run: async ({ username }, { call, siteUrl }) => {
    const lists =
      username === undefined
        ? [await call(collections.listOwnCollections, {}), await call(listFollowedCollections, {})]
        : [await call(collections.listMemberCollections, { params: { username } })]
    return {
      notice: UNTRUSTED,
      collections: lists.flatMap(({ data }) => data.map((found) => describeCollection(found, siteUrl))),
    }
  },
})

const getCollection = tool({
  name: 'get_collection',
  title: 'Get a collection',
  description: 'Get a collection with a page of its prompts, in the order of its owner.',
  scope: null,
  annotations: READS,
  input: z.object({ id: z.string().max(100).describe('The id in the link of the collection'), after }),
  output: z.object({
    notice,
    collection: collectionSchema,
    prompts: z.array(z.object({ ...promptSchema.shape, note: z.string().describe("The owner's note") })),
    after: nextCursor,
  }),
  run: async ({ id, after }, { call, siteUrl }) => {
    const page = await call(collections.getCollection, { params: { id }, query: { after } })
    return {
      notice: UNTRUSTED,
      collection: describeCollection(page.data.collection, siteUrl),
      prompts: page.data.items.map(({ post, note }) => ({ ...describePrompt(post, siteUrl), note })),
      after: page.after,
    }
  },
})

const listVersionsTool = tool({
  name: 'list_versions',
  title: 'List the versions of a prompt',
  description: 'List what has changed in a prompt, the newest version first.',
  scope: null,
  annotations: READS,
  input: z.object({ id: promptId }),
  output: z.object({
    notice,
    versions: z.array(
      z.object({
        number: z.int(),
        createdAt: z.string(),
        author: z.string().nullable(),
        note: z.string(),
        changed: z.array(z.string()).describe('The fields that differ from the version before'),
      }),
    ),
  }),
  run: async ({ id }, { call }) => {
    const { data } = await call(listVersions, { params: { id } })
    return {
      notice: UNTRUSTED,
      versions: data.versions.map(({ number, createdAt, user, note, changed }) => ({
        number,
        createdAt: createdAt.toISOString(),
        author: user?.username ?? null,
        note,
        changed,
      })),
    }
  },
})

const models = z.array(z.enum(modelIds as [string, ...string[]])).max(limits.models)
const written = {
  title: z.string().max(limits.title),
  description: z.string().max(limits.description),
  prompt: z
    .string()
    .max(limits.prompt)
    .describe('Blanks are written as ${name}, ${name:default} or ${name:one|another}'),
  type: z.enum(postTypes),
  models,
  tags: z.array(z.string().max(200)).max(limits.tags),
  license: z.enum(licenseIds).describe('What others may do with the prompt'),
  sourceUrl: z
    .string()
    .max(limits.sourceUrl)
    .describe('The link to where the prompt comes from, if it is not by the user'),
}
const saved = z.object({
  id: z.int(),
  url: z.string(),
  version: z.int(),
  revision: z.int(),
  isPrivate: z.boolean(),
})

const describeSaved = (
  post: { id: number; version: number; revision: number; isPrivate: boolean } & Parameters<
    typeof paths.post
  >[0],
  siteUrl: string,
): z.output<typeof saved> => ({
  id: post.id,
  url: `${siteUrl}${paths.post(post)}`,
  version: post.version,
  revision: post.revision,
  isPrivate: post.isPrivate,
})

const savePrompt = tool({
  name: 'save_prompt',
  title: 'Save a prompt',
  description:
    'Save a new prompt: private, unless a topic is given, in which it is published for everybody. Publish only if the user has asked for it.',
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: z.object({
    title: written.title,
    description: written.description,
    prompt: written.prompt,
    type: written.type.default('Text'),
    models: models.default([]),
    tags: written.tags.default([]),
    license: written.license
      .optional()
      .describe("What others may do with the prompt; the site's default if left out"),
    sourceUrl: written.sourceUrl.optional(),
    topic: z.string().max(200).optional().describe('Publishes the prompt in the topic with this name'),
    remixOf: promptId.optional().describe('The id of the prompt that this one is based on'),
    requestKey: z
      .uuid()
      .optional()
      .describe('A UUID of your choice: a repeated call with the same one saves nothing twice'),
  }),
  output: saved,
  run: async ({ topic, ...fields }, { call, siteUrl }) => {
    // Everybody may read topics, so a token with the scope `write` alone can publish.
    const target =
      topic === undefined ? null : await call(getTopic, { params: { name: topic } }, { asVisitor: true })
    const { data } = await call(createPost, {
      body: { ...fields, ...(target ? { topicId: target.data.id } : { isPrivate: true }) },
    })
    return describeSaved(data, siteUrl)
  },
})

const updatePrompt = tool({
  name: 'update_prompt',
  title: 'Change a prompt',
  description:
    'Change your own prompt, which creates a version. Fields that are left out stay. Needs the revision that get_prompt has returned; if somebody has changed the prompt since, nothing is changed.',
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: z.object({
    id: promptId,
    revision: z.int().positive(),
    note: z.string().max(limits.versionNote).optional().describe('What has changed, for readers'),
    ...z.object(written).partial().shape,
  }),
  output: saved,
  run: async ({ id, revision, ...body }, { call, siteUrl }) => {
    const { data } = await call(updatePost, { params: { id }, body }, { ifMatch: `"${revision}"` })
    return describeSaved(data, siteUrl)
  },
})

const improvePrompt = tool({
  name: 'improve_prompt',
  title: 'Improve a prompt',
  description:
    "Improve a prompt with the site's optimizer. What is unknown stays a blank. Nothing is published; save_prompt saves the result.",
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  input: z.object({
    prompt: z.string().min(1).max(limits.optimizerPrompt),
    type: written.type.optional(),
    models: models.default([]),
    refine: z
      .object({ id: z.int().positive(), instruction: z.string().min(1).max(limits.optimizerInstruction) })
      .optional()
      .describe('Refines an earlier result of the same prompt: its `id`, and what should be different'),
  }),
  output: z.object({
    id: z.int(),
    prompt: z.string(),
    type: z.string().nullable(),
    models: z.array(z.string()),
    blanks: z.array(blankSchema),
  }),
  run: async ({ refine, ...body }, { call }) => {
    const { data } = await call(optimizePrompt, {
      body: { ...body, ...(refine && { refine: { logId: refine.id, instruction: refine.instruction } }) },
    })
    const blanks = listBlanks({ prompt: data.optimizedPrompt, blanksIn: 'text' })
    return {
      id: data.id,
      prompt: data.optimizedPrompt,
      type: data.type,
      models: data.models,
      blanks: blanks.map(describeBlank),
    }
  },
})

const reportResultTool = tool({
  name: 'report_result',
  title: 'Report a result',
  description:
    'Say whether a public prompt of somebody else worked with a model. A second report with the same model replaces the first.',
  scope: 'write',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  input: z.object({
    id: promptId,
    model: z.enum(modelIds as [string, ...string[]]),
    worked: z.boolean(),
    note: z.string().max(limits.resultNote).default(''),
    example: z.string().max(limits.resultExample).default('').describe("An example of the model's output"),
  }),
  output: z.object({ results: wholePrompt.shape.results }),
  run: async ({ id, ...body }, { call }) => {
    const { data } = await call(reportResult, { params: { id }, body })
    return { results: data.tallies }
  },
})

export const tools: readonly AnyTool[] = [
  searchPrompts,
  getPrompt,
  fillPromptTool,
  listCollections,
  getCollection,
  listVersionsTool,
  savePrompt,
  updatePrompt,
  improvePrompt,
  reportResultTool,
]

import type { SwaggerTransformObject } from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { standsFor } from '#core/query-shapes.ts'
import { commentShape } from '#features/comments/contract.ts'
import { refusalShape } from '#server/http/answer-errors.ts'

type Described = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }

/** What zod does not see in a shape by itself: what a text stands for, and bounds behind the first of several steps. */
const override = ({ zodSchema, jsonSchema }: Described): void => {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod
  const meant = standsFor.get(zodSchema)
  if (meant) {
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
    Object.assign(jsonSchema, meant)
  }
  if (def.type === 'pipe' && jsonSchema.type === 'string') Object.assign(jsonSchema, boundsOf(def.out))
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}

/** Of the text that comes out in the end. JSON Schema counts characters, as a person does. */
const boundsOf = (shape: z.core.$ZodType): { minLength?: number; maxLength?: number } => {
  const { def } = (shape as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return boundsOf(def.out)
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def as Partial<Check>)
  const least = checks.find(({ minimum }) => minimum !== undefined)?.minimum
  const most = checks.find(({ params }) => params?.characters !== undefined)?.params?.characters
  return {
    ...(least === undefined ? {} : { minLength: least }),
    ...(most === undefined ? {} : { maxLength: most }),
  }
}
type Check = { minimum: number; params?: { characters?: number } }

// Named, so that others can point to them; a shape that holds itself can be written in no other way.
const named = z.registry<{ id: string }>()
named.add(commentShape, { id: 'Comment' })
named.add(refusalShape, { id: 'Refusal' })

const described = { schemaRegistry: named, zodToJsonConfig: { override } }

export const describeRoute = createJsonSchemaTransform(described)

const REFUSAL = {
  description:
    'Refused: why, for people, and with 400 which fields. 429 and 503 carry `Retry-After`; 403 carries `signInAgain: true` where a sign-in within the last 10 minutes is wanted.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

/** The whole document, with what holds for every operation. */
export const describeOperations: SwaggerTransformObject = (given) => {
  const document = createJsonSchemaTransformObject(described)(given) as Document
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.responses.default = REFUSAL
    for (const parameter of operation.parameters ?? []) {
      // Lists are comma-joined.
      if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
    }
  }
  // Each named shape also comes as it would be sent; none of them is.
  const sent = Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))
  for (const name of sent) delete document.components.schemas[name]
  return document as ReturnType<SwaggerTransformObject>
}

type Operation = { responses: Record<string, unknown>; parameters?: { schema?: { type?: string } }[] }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

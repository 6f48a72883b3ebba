import type { SwaggerTransformObject } from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { standsFor } from '#core/query-shapes.ts'
import { commentShape } from '#features/comments/contract.ts'
import { refusalShape } from '#server/http/answer-errors.ts'

type OverrideContext = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }

/**
 * Adds to the JSON Schema what zod cannot derive: parameters that arrive as text, and limits after the first
 * pipe step.
 */
const override = ({ zodSchema, jsonSchema }: OverrideContext): void => {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod
  const replacement = standsFor.get(zodSchema)
  if (replacement) {
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
    Object.assign(jsonSchema, replacement)
  }
  if (def.type === 'pipe' && jsonSchema.type === 'string') Object.assign(jsonSchema, boundsOf(def.out))
  if (def.type === 'default') jsonSchema.default = def.defaultValue
}

/** The limits of the final text of a pipe. JSON Schema counts code points, as the site does. */
const boundsOf = (shape: z.core.$ZodType): { minLength?: number; maxLength?: number } => {
  const { def } = (shape as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return boundsOf(def.out)
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def as Partial<Check>)
  const minLength = checks.find(({ minimum }) => minimum !== undefined)?.minimum
  const maxLength = checks.find(({ params }) => params?.characters !== undefined)?.params?.characters
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}
type Check = { minimum: number; params?: { characters?: number } }

// Named schemas can be referenced with `$ref`, which a recursive schema requires.
const namedSchemas = z.registry<{ id: string }>()
namedSchemas.add(commentShape, { id: 'Comment' })
namedSchemas.add(refusalShape, { id: 'Error' })

const transformOptions = { schemaRegistry: namedSchemas, zodToJsonConfig: { override } }

export const describeRoute = createJsonSchemaTransform(transformOptions)

const ERROR_RESPONSE = {
  description:
    'An error with a message for users. A 400 lists the invalid fields in `issues`. 429 and 503 include `Retry-After`. A 403 includes `signInAgain: true` if the action requires a sign-in within the last 10 minutes.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** Completes the document with the parts that all operations share. */
export const describeOperations: SwaggerTransformObject = (input) => {
  const document = createJsonSchemaTransformObject(transformOptions)(input) as Document
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.responses.default = ERROR_RESPONSE
    for (const parameter of operation.parameters ?? []) {
      // Lists are comma-separated.
      if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
    }
  }
  // zod also emits an input variant of each named schema, but no request uses one.
  const inputSchemas = Object.keys(document.components.schemas).filter((name) => name.endsWith('Input'))
  for (const name of inputSchemas) delete document.components.schemas[name]
  return document as ReturnType<SwaggerTransformObject>
}

type Operation = { responses: Record<string, unknown>; parameters?: { schema?: { type?: string } }[] }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

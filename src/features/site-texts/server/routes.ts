import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/serve.ts'
import { getSiteText } from '../contract.ts'
import { getSiteTextOrDefault } from './read-site-text.ts'

export const siteTextRoutes = (app: FastifyInstance): void => {
  serve(app, getSiteText, ({ params, read }) => read((sql) => getSiteTextOrDefault(sql, params.name)))
}

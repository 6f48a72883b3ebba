import type { FastifyInstance } from 'fastify'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { getSiteText } from '../contract.ts'
import { getSiteTextOrDefault } from './read-site-text.ts'

export const siteTextRoutes = (app: FastifyInstance): void => {
  serveEndpoint(app, getSiteText, ({ params, read }) => read((sql) => getSiteTextOrDefault(sql, params.name)))
}

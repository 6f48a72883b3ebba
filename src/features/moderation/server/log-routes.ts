import type { FastifyInstance } from 'fastify'
import { pickQueryParameters } from '#core/canonical-url.ts'
import { HttpError } from '#core/http-error.ts'
import { buildPath } from '#core/paths.ts'
import { capitalize } from '#core/text.ts'
import { escapeXml } from '#features/feeds/server/syndication/escape-xml.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import {
  getModerationFigures,
  type LogEntry,
  listModerationLog,
  type ModerationFigure,
} from '../contract-log.ts'
import { decisionSentences, describeReversal, roleNames, subjectNames } from '../contract-messages.ts'
import { logFiles } from '../contract-values.ts'
import { selectFigures, selectLog } from './log-query.ts'

const MAX_FEED_ITEMS = 50
const YEAR = /^20\d\d$/

/** Registers the open log of decisions (docs/spec/moderation.md#open-log). */
export const moderationLogRoutes = (
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void => {
  const names = { showsNames: config.moderationLogNames }
  serveEndpoint(app, listModerationLog, ({ query }) => selectLog(database.readSql, query, names))
  serveEndpoint(app, getModerationFigures, ({ query, read }) =>
    read((sql) => selectFigures(sql, Number(query.year))),
  )

  app.get(logFiles.feed, { schema: { hide: true }, config: { cacheSeconds: 60 } }, async (_, reply) => {
    const entries = await selectLog(database.readSql, { limit: MAX_FEED_ITEMS }, names)
    return reply.type('application/rss+xml; charset=utf-8').send(renderLogFeed(config, entries))
  })
  app.get<{ Querystring: { year?: string } }>(
    logFiles.figures,
    {
      schema: { hide: true },
      config: { cacheSeconds: 60, cacheUrl: (url: string) => pickQueryParameters(url, ['year']) },
    },
    async (request, reply) => {
      const { year = '' } = request.query
      if (!YEAR.test(year)) throw new HttpError('not-found')
      const figures = await app.endpointServices.readExpensive({
        name: 'moderation-figures',
        max: 60,
        request,
        read: (sql) => selectFigures(sql, Number(year)),
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="moderation-${year}.csv"`)
        .send(renderFiguresCsv(figures))
    },
  )
}

const renderLogFeed = ({ publicUrl, siteName }: Config, entries: readonly LogEntry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(`Moderation log · ${siteName}`)}</title><description>${escapeXml(`Decisions of moderators of ${siteName}`)}</description>`,
    `<link>${escapeXml(publicUrl + buildPath('moderation-log'))}</link>`,
    `<atom:link href="${escapeXml(publicUrl + logFiles.feed)}" rel="self" type="application/rss+xml"/>`,
    ...entries.map((entry) => renderItem(publicUrl, entry)),
    '</channel></rss>',
  ].join('\n')

const renderItem = (publicUrl: string, entry: LogEntry): string => {
  const { id, subjectKind, action, reason, isLegal, moderatorRole, moderator, createdAt } = entry
  const parts = [
    reason === '' ? '' : `${isLegal ? 'Law' : 'Rule'}: ${reason}.`,
    `Decided by ${moderator ?? roleNames[moderatorRole]}.`,
    describeReversal(entry),
  ]
  const url = `${publicUrl}${buildPath('moderation-log')}#decision-${id}`
  return [
    `<item><title>${escapeXml(`${capitalize(subjectNames[subjectKind])}: ${decisionSentences[action]}`)}</title>`,
    `<link>${escapeXml(url)}</link><guid isPermaLink="false">${escapeXml(url)}</guid>`,
    `<pubDate>${createdAt.toUTCString()}</pubDate>`,
    `<description>${escapeXml(escapeXml(parts.filter((part) => part !== '').join(' ')))}</description></item>`,
  ].join('')
}

/** A cell that begins like a formula gets an apostrophe, because spreadsheets would calculate it. */
const toCell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const renderFiguresCsv = (figures: readonly ModerationFigure[]): string =>
  [
    ['month', 'figure', 'name', 'value'],
    ...figures.map(({ month, figure, name, value }) => [month, figure, name, value]),
  ]
    .map((row) => `${row.map(toCell).join(',')}\r\n`)
    .join('')

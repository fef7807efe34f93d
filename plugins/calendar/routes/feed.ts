import { f, AppError, rateLimit, media, NOT_FOUND, route, getNetwork } from 'stoa'
import { readFeed } from '../services/feed.ts'

const type = 'text/calendar; charset=utf-8'

/** Rate limit per IP address. Calendar services share an address among many users. */
const MOST_HITS = { max: 300, seconds: 600 }

/** `GET /api/calendar/feed/{token}.ics`, for other calendar programs. The token is the only authentication. */
export const feedRoutes = [
  route({
    on: 'GET /calendar/feed/:token',
    id: 'calendar.feed',
    summary: 'Calendar feed as iCalendar',
    access: 'public',
    params: { token: f.text({ maxLength: 100 }) },
    response: media(type),
    otherResponses: { 304: null },
    errors: [NOT_FOUND],
    admit: ({ kernel, request }) => rateLimit(kernel.db, `calendar feed ${getNetwork(request.ip)}`, MOST_HITS),
    run: async ({ kernel, params, request, reply }) => {
      const sent = await readFeed(kernel, params.token.replace(/\.ics$/, ''))
      if (!sent) throw new AppError(NOT_FOUND)
      void reply.header('etag', sent.etag).header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
      const knownTags = (request.headers['if-none-match'] ?? '').split(',').map((mark) => mark.trim().replace(/^W\//, ''))
      if (knownTags.includes(sent.etag)) return reply.code(304).send()
      return reply.type(type).header('content-disposition', 'inline; filename="calendar.ics"').send(sent.body)
    },
  }),
]

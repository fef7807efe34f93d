import { f, AppError, media, NOT_FOUND, rateLimit, route, getNetwork, sql, t, UNAUTHENTICATED, type Kernel } from 'stoa'
import { isFromMailgun, sameWord, recordNotices } from '../services/bounces.ts'
import { recordOpen } from '../services/events.ts'
import { parseClickToken, parseOpenToken } from '../services/tokens.ts'
import { broadcasting } from '../settings.ts'

const token = { token: f.text({ maxLength: 120 }) }

/** A GIF of one transparent pixel. */
const POINT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface Looking {
  headers: Record<string, unknown>
  raw: object
}

/** A prefetch sends a `Purpose` header or uses the HEAD method. It does not count as an open or a click. */
const isAhead = ({ headers, raw }: Looking): boolean =>
  'headOnly' in raw ||
  [headers.purpose, headers['sec-purpose'], headers['x-moz'], headers['x-purpose']].some((header) =>
    /prefetch|preview/i.test(String(header ?? '')),
  )

/** Rate limit by IP address: far above what people do, low enough to keep the event table small. */
const few = ({ kernel, request }: { kernel: Kernel; request: { ip: string } }) =>
  rateLimit(kernel.db, `broadcast-look ${getNetwork(request.ip)}`, { max: 600, seconds: 60 })

const kind = (event: string, severity: string): string | undefined =>
  event === 'complained' ? 'complaint' : event === 'failed' ? (severity === 'permanent' ? 'hard' : 'soft') : undefined

interface MailgunNotice {
  signature?: { timestamp?: unknown; token?: unknown; signature?: unknown }
  'event-data'?: {
    id?: unknown
    event?: unknown
    severity?: unknown
    recipient?: unknown
    message?: { headers?: { 'message-id'?: unknown } }
    'delivery-status'?: { message?: unknown; description?: unknown }
  }
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Routes for tracking pixels and links, and webhooks for delivery notices. */
export const storeRoutes = [
  route({
    on: 'GET /broadcast/open/:token',
    id: 'broadcast.opened',
    summary: 'Tracking pixel of an email',
    access: 'public',
    params: token,
    response: media('image/gif'),
    admit: few,
    run: async ({ kernel, params, request, reply }) => {
      const recipient = parseOpenToken(kernel, params.token)
      if (recipient !== undefined && !isAhead(request)) await recordOpen(kernel, recipient, { auto: false })
      return reply.header('cache-control', 'no-store, private').type('image/gif').send(POINT)
    },
  }),
  route({
    on: 'GET /broadcast/click/:token',
    id: 'broadcast.clicked',
    summary: 'Redirect to the target of a tracked link',
    access: 'public',
    params: token,
    response: null,
    status: 303,
    errors: [NOT_FOUND],
    admit: few,
    run: async ({ kernel, params, request, reply }) => {
      const clicked = parseClickToken(kernel, params.token)
      const link =
        clicked &&
        (await kernel.db.one<{
          url: string
        }>(sql`select l.url from broadcast_link l join broadcast_recipient r on r.broadcast_id = l.broadcast_id
          where l.id = ${clicked.link} and r.id = ${clicked.recipient}`))
      if (!link) throw new AppError(NOT_FOUND)
      if (!isAhead(request)) await recordOpen(kernel, clicked.recipient, { link: clicked.link, auto: false })
      return reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer').redirect(link.url, 303)
    },
  }),
  route({
    on: 'POST /broadcast/bounce',
    id: 'broadcast.bounce',
    summary: 'Accept bounces and complaints from a program that authenticates with the token of the settings',
    access: 'public',
    fromAnywhere: true,
    body: {
      notices: f.items(
        {
          type: f.pick(['hard', 'soft', 'complaint', 'unknown']),
          id: f.text({ maxLength: 200, docs: 'Unique for each notice: the same told twice counts once.' }),
          message_id: f.text({ default: '', maxLength: 500, docs: 'Message-ID of the letter.' }),
          recipient: f.text({ default: '', maxLength: 254, docs: 'Its address, where the Message-ID is not known.' }),
          said: f.text({ default: '', maxLength: 2_000, docs: 'What the server said.' }),
        },
        { maxItems: 1_000 },
      ),
    },
    response: t.object({ taken: t.int('Number of new ones') }),
    errors: [UNAUTHENTICATED],
    admit: ({ kernel, request }) => {
      const { bounce_token: right } = kernel.settings.of(broadcasting)
      const bearerToken = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (!right || !sameWord(right, bearerToken)) throw new AppError(UNAUTHENTICATED)
    },
    run: async ({ kernel, body }) => ({ taken: await recordNotices(kernel, body.notices) }),
  }),
  route({
    on: 'POST /broadcast/mailgun',
    id: 'broadcast.mailgun',
    summary: 'Accept signed webhooks of Mailgun',
    access: 'public',
    fromAnywhere: true,
    maxRawBytes: 256 * 1024,
    response: t.object({ taken: t.int() }),
    errors: [NOT_FOUND],
    run: async ({ kernel, rawBytes }) => {
      let payload: MailgunNotice
      try {
        payload = JSON.parse(rawBytes.toString('utf8')) as MailgunNotice
      } catch {
        throw new AppError(NOT_FOUND)
      }
      const { timestamp, token: once, signature } = payload?.signature ?? {}
      if (!isFromMailgun(kernel, { timestamp: word(timestamp), token: word(once), signature: word(signature) }))
        throw new AppError(NOT_FOUND)
      const data = payload['event-data'] ?? {}
      const type = kind(word(data.event), word(data.severity))
      if (!type) return { taken: 0 }
      const status = data['delivery-status']
      const explanation = word(status?.message) || word(status?.description)
      const notice = {
        type,
        id: `mailgun ${word(data.id) || word(once)}`,
        message_id: word(data.message?.headers?.['message-id']),
        recipient: word(data.recipient),
        said: explanation,
      }
      return { taken: await recordNotices(kernel, [notice]) }
    },
  }),
]

import { f, AppError, media, NOT_FOUND, rateLimit, route, getNetwork, sql, t, UNAUTHENTICATED, type Kernel } from 'stoa'
import { isFromMailgun, isEqualConstantTime, recordNotices } from '../services/bounces.ts'
import { recordOpen } from '../services/events.ts'
import { parseClickToken, parseOpenToken } from '../services/tokens.ts'
import { broadcasting } from '../settings.ts'

const token = { token: f.text({ maxLength: 120 }) }

/** A GIF of one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

interface TrackingRequest {
  headers: Record<string, unknown>
  raw: object
}

/** A prefetch sends a `Purpose` header or uses the HEAD method. It does not count as an open or a click. */
const isPrefetch = ({ headers, raw }: TrackingRequest): boolean =>
  'headOnly' in raw ||
  [headers.purpose, headers['sec-purpose'], headers['x-moz'], headers['x-purpose']].some((header) =>
    /prefetch|preview/i.test(String(header ?? '')),
  )

/** Rate limit by IP address: far above what people do, low enough to keep the event table small. */
const limitByNetwork = ({ kernel, request }: { kernel: Kernel; request: { ip: string } }) =>
  rateLimit(kernel.db, `broadcast-look ${getNetwork(request.ip)}`, { max: 600, seconds: 60 })

const toBounceType = (event: string, severity: string): string | undefined =>
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

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Routes for tracking pixels and links, and webhooks for delivery notices. */
export const storeRoutes = [
  route({
    on: 'GET /broadcast/open/:token',
    id: 'broadcast.opened',
    summary: 'Tracking pixel: records that an e-mail was opened',
    access: 'public',
    params: token,
    response: media('image/gif'),
    admit: limitByNetwork,
    run: async ({ kernel, params, request, reply }) => {
      const recipient = parseOpenToken(kernel, params.token)
      if (recipient !== undefined && !isPrefetch(request)) await recordOpen(kernel, recipient, { auto: false })
      return reply.header('cache-control', 'no-store, private').type('image/gif').send(PIXEL)
    },
  }),
  route({
    on: 'GET /broadcast/click/:token',
    id: 'broadcast.clicked',
    summary: 'Records a click and redirects to the URL of the link',
    access: 'public',
    params: token,
    response: null,
    status: 303,
    errors: [NOT_FOUND],
    admit: limitByNetwork,
    run: async ({ kernel, params, request, reply }) => {
      const clicked = parseClickToken(kernel, params.token)
      const link =
        clicked &&
        (await kernel.db.one<{
          url: string
        }>(sql`select l.url from broadcast_link l join broadcast_recipient r on r.broadcast_id = l.broadcast_id
          where l.id = ${clicked.link} and r.id = ${clicked.recipient}`))
      if (!link) throw new AppError(NOT_FOUND)
      if (!isPrefetch(request)) await recordOpen(kernel, clicked.recipient, { link: clicked.link, auto: false })
      return reply.header('cache-control', 'no-store, private').header('referrer-policy', 'no-referrer').redirect(link.url, 303)
    },
  }),
  route({
    on: 'POST /broadcast/bounce',
    id: 'broadcast.bounce',
    summary: 'Receives bounces and complaints; needs the bearer token of the settings',
    access: 'public',
    allowCrossOrigin: true,
    body: {
      notices: f.items(
        {
          type: f.pick(['hard', 'soft', 'complaint', 'unknown']),
          id: f.text({ maxLength: 200, docs: 'Idempotency key of the notice.' }),
          message_id: f.text({ default: '', maxLength: 500, docs: 'Message-ID of the e-mail.' }),
          recipient: f.text({ default: '', maxLength: 254, docs: 'Address of the recipient, if the Message-ID is unknown.' }),
          said: f.text({ default: '', maxLength: 2_000, docs: 'Error text of the mail server.' }),
        },
        { maxItems: 1_000 },
      ),
    },
    response: t.object({ taken: t.int('Number of new notices.') }),
    errors: [UNAUTHENTICATED],
    admit: ({ kernel, request }) => {
      const { bounce_token: right } = kernel.settings.of(broadcasting)
      const bearerToken = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (!right || !isEqualConstantTime(right, bearerToken)) throw new AppError(UNAUTHENTICATED)
    },
    run: async ({ kernel, body }) => ({ taken: await recordNotices(kernel, body.notices) }),
  }),
  route({
    on: 'POST /broadcast/mailgun',
    id: 'broadcast.mailgun',
    summary: 'Receives signed webhooks of Mailgun',
    access: 'public',
    allowCrossOrigin: true,
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
      if (!isFromMailgun(kernel, { timestamp: toText(timestamp), token: toText(once), signature: toText(signature) }))
        throw new AppError(NOT_FOUND)
      const data = payload['event-data'] ?? {}
      const type = toBounceType(toText(data.event), toText(data.severity))
      if (!type) return { taken: 0 }
      const status = data['delivery-status']
      const explanation = toText(status?.message) || toText(status?.description)
      const notice = {
        type,
        id: `mailgun ${toText(data.id) || toText(once)}`,
        message_id: toText(data.message?.headers?.['message-id']),
        recipient: toText(data.recipient),
        said: explanation,
      }
      return { taken: await recordNotices(kernel, [notice]) }
    },
  }),
]

import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError, type Kernel, media, NOT_FOUND, route, t } from 'stoa'
import { CONSENT } from '../services/consent.ts'
import { EVERY_TOPIC, MARKETING } from '../services/consent-sql.ts'
import { sms } from '../settings.ts'

/** Keywords to unsubscribe a number from news or to subscribe it again: the standard ones and the shop's languages. */
const STOP = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'TD', '退訂', '退订', '取消', '停止'])
const START = new Set(['START', 'UNSTOP', '訂閱', '订阅'])

const PATH = '/sms/inbound'

/** Webhook address for incoming SMS, to configure at Twilio. */
export const inboundUrl = (kernel: Kernel): string => `${kernel.config.publicUrl}/api${PATH}`

/** Verifies Twilio's signature over the webhook address and the posted fields, sorted by name. */
export function isFromTwilio(kernel: Kernel, fields: URLSearchParams, signature: string): boolean {
  const { provider, auth_token: key } = kernel.settings.of(sms)
  if (provider !== 'twilio' || !key) return false
  const signedFields = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([name, value]) => name + value)
  const right = createHmac('sha1', key)
    .update(inboundUrl(kernel) + signedFields.join(''))
    .digest()
  const received = Buffer.from(signature, 'base64')
  return received.length === right.length && timingSafeEqual(received, right)
}

/** Incoming SMS: STOP unsubscribes from news. */
export const smsRoutes = [
  route({
    on: `POST ${PATH}`,
    id: 'sms.inbound',
    summary: 'Receives replies to SMS from Twilio, signed',
    access: 'public',
    allowCrossOrigin: true,
    maxRawBytes: 64 * 1024,
    response: media('text/xml'),
    errors: [NOT_FOUND],
    run: async ({ kernel, rawBytes, request, reply }) => {
      const fields = new URLSearchParams(rawBytes.toString('utf8'))
      if (!isFromTwilio(kernel, fields, String(request.headers['x-twilio-signature'] ?? ''))) throw new AppError(NOT_FOUND)
      const address = (fields.get('From') ?? '').replaceAll(/\D/g, '')
      const word = (fields.get('Body') ?? '').trim().toUpperCase()
      const consentInput = { address, channel: 'sms', reason: 'user', source: 'sms', actor: { kind: 'guest' } } as const
      if (address !== '' && STOP.has(word))
        await kernel.transaction((tx) =>
          kernel.get(CONSENT).recordChange(tx, { ...consentInput, topic: EVERY_TOPIC, state: 'unsubscribed' }),
        )
      if (address !== '' && START.has(word))
        await kernel.transaction((tx) => kernel.get(CONSENT).recordChange(tx, { ...consentInput, topic: MARKETING, state: 'subscribed' }))
      return reply.type('text/xml').send('<Response/>')
    },
  }),
]

/** Webhook settings for staff to enter at the provider. */
export const smsAdminRoutes = [
  route({
    on: 'GET /sms/inbound',
    id: 'sms.inbound_address',
    summary: 'Webhook URL for replies to SMS, to configure at the provider',
    needs: 'update configuration',
    response: t.object({ url: t.text() }),
    run: ({ kernel }) => ({ url: inboundUrl(kernel) }),
  }),
]

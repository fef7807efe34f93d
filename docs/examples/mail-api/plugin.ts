import { definePlugin, MAIL_TRANSPORTS, offer } from 'stoa'
import { mailApi, mailApiTransport } from './transport.ts'

export default definePlugin({
  id: 'mail-api',
  settings: [mailApi],
  offers: [offer(MAIL_TRANSPORTS, 'mail-api', mailApiTransport)],
})

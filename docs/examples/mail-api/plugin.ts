import { definePlugin, MAIL_TRANSPORTS, contribute } from 'stoa'
import { mailApi, mailApiTransport } from './transport.ts'

export default definePlugin({
  id: 'mail-api',
  settings: [mailApi],
  contributions: [contribute(MAIL_TRANSPORTS, 'mail-api', mailApiTransport)],
})

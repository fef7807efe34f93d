import { beforeEach, expect, test } from 'vitest'
import { definePlugin, MAIL_TRANSPORTS, MailDeliveryError, contribute, type OutgoingMail, sql } from 'stoa'
import { suite } from 'stoa/testing'
import { draft, reader, listRecipients, send, set, unsubscribe, work } from './broadcast-fixture.ts'

/** An email transport that keeps emails in memory and fails on demand. */
const sent: OutgoingMail[] = []
let isSetUp = true
let before: (mail: OutgoingMail) => Promise<void> | void
const memory = definePlugin({
  id: 'memory',
  contributions: [
    contribute(MAIL_TRANSPORTS, 'memory', {
      isConfigured: () => isSetUp,
      connect: () => ({
        concurrency: 1,
        close: () => undefined,
        send: async (mail) => {
          await before(mail)
          sent.push(mail)
          return `memory ${sent.length}`
        },
      }),
    }),
  ],
})

const shop = suite(['broadcast'], { extra: [memory], env: { STOA_MAIL_TRANSPORT: 'memory', STOA_MAIL_FROM: 'Shop <shop@shop.test>' } })

beforeEach(async () => {
  sent.length = 0
  isSetUp = true
  before = () => undefined
  for (const table of ['broadcast', 'consent', 'customer'] as const) await shop.it.kernel.db.pool.query(`delete from ${table}`)
  await set(shop.it, { rate_per_min: 100_000, retry_seconds: 1, max_errors: 50, cap_day: 0, domain_per_min: 0 })
})

/** Sends a broadcast to these readers and returns the result for each. */
async function sendTo(...addresses: string[]) {
  for (const address of addresses) await reader(shop.it, address)
  const id = await draft(shop.it)
  await send(shop.it, id)
  await work(shop.it)
  return listRecipients(shop.it, id)
}

test('a broadcast is sent through the transport of a plugin', async () => {
  const rows = await sendTo('may@mail.test')
  expect(rows).toMatchObject([{ status: 'sent' }])
  expect(sent).toMatchObject([{ to: 'may@mail.test', from: { name: 'Shop', address: 'shop@shop.test' }, subject: 'Spring tea for Kim' }])
  expect(await shop.it.kernel.db.one(sql`select provider_id from broadcast_recipient`)).toEqual({ provider_id: 'memory 1' })
})

test('a permanent rejection by the transport is recorded, and an address without a mailbox is suppressed', async () => {
  before = ({ to }) => {
    throw new MailDeliveryError('refused', `no ${to}`, { isUnknownRecipient: to.startsWith('gone') })
  }
  const rows = await sendTo('full@mail.test', 'gone@mail.test')
  expect(rows.map(({ status, error }) => [status, error])).toEqual([
    ['abnormal', 'no full@mail.test'],
    ['abnormal', 'no gone@mail.test'],
  ])
  const suppressed = await shop.it.kernel.db.rows(sql`select address_norm from consent where state = 'suppressed'`)
  expect(suppressed).toEqual([{ address_norm: 'gone@mail.test' }])
})

test('a temporary rejection by the transport is retried later', async () => {
  let tries = 0
  before = () => {
    if (++tries === 1) throw new MailDeliveryError('unavailable', 'too many')
  }
  expect(await sendTo('may@mail.test')).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('an email that the transport may have accepted is never resent automatically', async () => {
  before = () => {
    throw new Error('no answer')
  }
  expect(await sendTo('may@mail.test')).toMatchObject([{ status: 'abnormal', reason: 'unknown', error: 'no answer' }])
})

test('the final check precedes the transport call: a person who unsubscribed meanwhile gets nothing', async () => {
  before = async ({ to }) => {
    if (to === 'a@mail.test') await unsubscribe(shop.it, 'b@mail.test')
  }
  await sendTo('a@mail.test', 'b@mail.test')
  expect(sent.map(({ to }) => to)).toEqual(['a@mail.test'])
})

test('while the transport is not configured, emails are stored and not handed to it', async () => {
  isSetUp = false
  expect(await sendTo('may@mail.test')).toMatchObject([{ status: 'sent' }])
  expect(sent).toEqual([])
  expect(await shop.it.kernel.db.one(sql`select recipient from mail order by id desc limit 1`)).toEqual({ recipient: 'may@mail.test' })
})

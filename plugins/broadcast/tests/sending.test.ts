import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { CONSENT } from 'stoa/plugins/people'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { draft, reader, readers, listRecipients, send, set, getStatus, unsubscribe, work } from './broadcast-fixture.ts'
import { type MailServer, mailServer } from './fake-smtp-server.ts'

let it: TestApp
let server: MailServer
beforeAll(async () => {
  server = await mailServer()
  it = await testApp(['broadcast'], { env: { STOA_SMTP_URL: server.url, STOA_MAIL_FROM: 'shop@shop.test' } })
})
afterAll(async () => {
  await it.close()
  await server.close()
})
beforeEach(async () => {
  server.faults = {}
  server.received.length = 0
  server.connections = 0
  await it.kernel.db.run(sql`delete from broadcast`)
  await it.kernel.db.run(sql`delete from consent`)
  await it.kernel.db.run(sql`delete from customer`)
  await set(it, { rate_per_min: 100_000, retry_seconds: 1, max_errors: 50, cap_day: 0, domain_per_min: 0, answer_seconds: 120 })
})

test('every subscribed person gets one email, over a few connections, and the recipient rows count them', async () => {
  await readers(it, 120)
  await reader(it, 'no@mail.test', { is_subscribe: false })
  const id = await draft(it)
  await send(it, id)
  await work(it)
  expect(await getStatus(it, id)).toBe('sent')
  expect(new Set(server.received.map(({ to }) => to)).size).toBe(120)
  expect(server.received).toHaveLength(120)
  expect(server.connections).toBeLessThanOrEqual(10)
  expect((await listRecipients(it, id)).every(({ status }) => status === 'sent')).toBe(true)
  const row = await it.kernel.db.one(sql`select to_send, left_out from broadcast where id = ${id}`)
  expect(row).toEqual({ to_send: 120, left_out: { unsubscribed: 1 } })
})

test('an email is personalized, has an unsubscribe header, and a name cannot inject a header', async () => {
  await reader(it, 'may@mail.test', { last_name: '<b>' })
  await reader(it, 'nameless@mail.test', { first_name: 'x' })
  // Names from other sources can contain line breaks.
  await it.kernel.db.run(sql`update customer set first_name = case when email like 'may%' then ${'May\r\nBcc: evil@mail.test'} else '' end`)
  const id = await draft(it, { body: '<p>Dear {{name}}</p>' })
  await send(it, id)
  await work(it)
  const may = server.received.find(({ to }) => to === 'may@mail.test')?.data ?? ''
  expect(may).toMatch(/^Subject: Spring tea for May Bcc: evil@mail\.test/m)
  expect(may).not.toMatch(/^Bcc:/m)
  expect(may).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  expect(may).toMatch(/^List-Unsubscribe:\s+<http/m)
  expect(may).toContain('&lt;b&gt;')
  expect(server.received.find(({ to }) => to === 'nameless@mail.test')?.data).toMatch(/^Subject: Spring tea for you/m)
})

test('an unsubscribe during sending prevents the email, also at the last moment', async () => {
  await readers(it, 60)
  const id = await draft(it)
  await send(it, id)
  // One recipient later in the queue, and one whose email is being sent right now.
  let once = true
  server.faults = {
    slow: () => {
      if (once) {
        once = false
        void unsubscribe(it, 'reader9@mail.test')
        void unsubscribe(it, 'reader60@mail.test')
      }
      return 20
    },
  }
  await work(it)
  const excludedAddresses = (await listRecipients(it, id))
    .filter(({ status }) => status === 'rejected')
    .map(({ address_norm }) => address_norm)
  const receivedAddresses = server.received.map(({ to }) => to)
  for (const address of excludedAddresses) expect(receivedAddresses).not.toContain(address)
  expect(receivedAddresses).not.toContain('reader60@mail.test')
  expect(await getStatus(it, id)).toBe('sent')
})

test('the final check skips a recipient who unsubscribed after being claimed', async () => {
  await readers(it, 1, 'late')
  const id = await draft(it)
  await send(it, id)
  // The reader unsubscribes immediately before the email is handed over.
  const plain = it.kernel.db.run.bind(it.kernel.db)
  let hasUnsubscribed = false
  it.kernel.db.run = async (query, name) => {
    if (!hasUnsubscribed && 'text' in query && query.text.includes('set handed_at = now()')) {
      hasUnsubscribed = true
      await unsubscribe(it, 'late1@mail.test')
    }
    return plain(query, name)
  }
  try {
    await work(it)
  } finally {
    it.kernel.db.run = plain
  }
  expect(hasUnsubscribed).toBe(true)
  expect(server.received).toEqual([])
  expect(await listRecipients(it, id)).toMatchObject([{ status: 'rejected', reason: 'unsubscribed' }])
})

test('a permanent rejection is recorded and not retried, and a temporary one is retried', async () => {
  for (const name of ['gone', 'busy', 'fine']) await reader(it, `${name}@mail.test`)
  let tries = 0
  server.faults = {
    refuses: (address) => address === 'gone@mail.test',
    later: (address) => address === 'busy@mail.test' && ++tries < 3,
  }
  const id = await draft(it)
  await send(it, id)
  await work(it)
  expect(await listRecipients(it, id)).toMatchObject([
    { address_norm: 'busy@mail.test', status: 'sent', attempts: 3 },
    { address_norm: 'fine@mail.test', status: 'sent' },
    { address_norm: 'gone@mail.test', status: 'abnormal', reason: 'refused', error: expect.stringContaining('nobody here') },
  ])
  expect(await it.kernel.get(CONSENT).getState(it.kernel.db, 'gone@mail.test')).toBe('suppressed')
  expect(await getStatus(it, id)).toBe('sent')
})

test('a connection lost before the end of the data is retried, one lost after it is left to staff', async () => {
  for (const name of ['before', 'after', 'fine']) await reader(it, `${name}@mail.test`)
  let lost = false
  server.faults = {
    drops: (address) => {
      if (address === 'after@mail.test') return 'after'
      if (address !== 'before@mail.test' || lost) return undefined
      lost = true
      return 'before'
    },
  }
  const id = await draft(it)
  await send(it, id)
  await work(it)
  expect(await listRecipients(it, id)).toMatchObject([
    { address_norm: 'after@mail.test', status: 'abnormal', reason: 'unknown' },
    { address_norm: 'before@mail.test', status: 'sent', attempts: 2 },
    { address_norm: 'fine@mail.test', status: 'sent' },
  ])
  expect(server.received.filter(({ to }) => to === 'after@mail.test')).toHaveLength(1)
})

test('too many errors in a row stop the broadcast visibly, and staff can resume it', async () => {
  await readers(it, 20)
  await set(it, { max_errors: 5 })
  server.faults = { later: () => true }
  const id = await draft(it)
  await send(it, id)
  await it.jobs()
  expect(await getStatus(it, id)).toBe('abnormal')
  server.faults = {}
  await it.kernel.resources.transition(it.ctx, 'broadcast', id, 'resume')
  await work(it)
  expect(await getStatus(it, id)).toBe('sent')
  expect(server.received).toHaveLength(20)
})

test('a pause takes effect within a batch, a resume misses nobody, and a cancellation ends it for the rest', async () => {
  await readers(it, 100)
  const id = await draft(it)
  await send(it, id)
  let statementCount = 0
  server.faults = {
    slow: () => {
      if (++statementCount === 10) void it.kernel.resources.transition(it.ctx, 'broadcast', id, 'pause')
      return 5
    },
  }
  await it.jobs()
  expect(await getStatus(it, id)).toBe('disabled')
  expect(server.received.length).toBeLessThan(40)
  server.faults = {}
  await it.kernel.resources.transition(it.ctx, 'broadcast', id, 'resume')
  await work(it)
  expect(await getStatus(it, id)).toBe('sent')
  expect(new Set(server.received.map(({ to }) => to)).size).toBe(100)
  expect(server.received).toHaveLength(100)
  const other = await draft(it)
  await send(it, other)
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where task_id is not null`)
  await it.clock('broadcast/due')
  await it.kernel.resources.transition(it.ctx, 'broadcast', other, 'cancel')
  await work(it)
  expect((await listRecipients(it, other)).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 'canceled'))
  expect(server.received).toHaveLength(100)
})

test('the rate per minute holds across all workers, and the limit per host as well', async () => {
  await readers(it, 40)
  const id = await draft(it, { rate_per_min: 10 })
  await send(it, id)
  for (let n = 0; n < 3; n++) await it.jobs()
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await it.jobs()
  expect(server.received).toHaveLength(10)
  await it.kernel.db.run(sql`update broadcast_recipient set claimed_at = claimed_at - interval '61 seconds' where claimed_at is not null`)
  await set(it, { domain_per_min: 4 })
  await reader(it, 'elsewhere@other.test')
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
  await it.jobs()
  expect(server.received).toHaveLength(14)
})

test('the frequency cap holds across broadcasts, and nothing is sent during quiet hours', async () => {
  await readers(it, 2)
  await set(it, { cap_day: 1 })
  const broadcastId = await draft(it)
  await send(it, broadcastId)
  await work(it)
  const two = await draft(it)
  await send(it, two)
  await work(it)
  expect(server.received).toHaveLength(2)
  expect(await it.kernel.db.one(sql`select to_send, left_out from broadcast where id = ${two}`)).toEqual({
    to_send: 0,
    left_out: { cap: 2 },
  })
  await set(it, { cap_day: 0, quiet_channels: ['email'], quiet_from: '00:00', quiet_to: '23:59' })
  const three = await draft(it)
  await send(it, three)
  await it.jobs()
  expect(server.received).toHaveLength(2)
  expect(await getStatus(it, three)).toBe('process')
  await set(it, { quiet_channels: [] })
  await work(it)
  expect(server.received).toHaveLength(4)
})

test('a scheduled broadcast starts once at its time, also with concurrent jobs', async () => {
  await readers(it, 3)
  const id = await draft(it, { send_at: new Date(Date.now() + 3_600_000).toISOString() })
  await send(it, id)
  await it.jobs()
  await it.clock('broadcast/due')
  expect(await getStatus(it, id)).toBe('pending')
  await it.kernel.db.run(sql`update broadcast set send_at = now() - interval '1 second' where id = ${id}`)
  await Promise.all([it.clock('broadcast/due'), it.clock('broadcast/due')])
  await work(it)
  expect(await getStatus(it, id)).toBe('sent')
  expect(server.received).toHaveLength(3)
})

test('recipients claimed by a dead worker are retried if nothing was handed over, and left to staff otherwise', async () => {
  await readers(it, 3)
  const id = await draft(it)
  await send(it, id)
  await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)
  await it.clock('broadcast/due')
  await it.kernel.db.run(sql`update broadcast_recipient set status = 'process', claim = 'dead', claimed_at = now() - interval '10 minutes',
    handed_at = case when address_norm = 'reader1@mail.test' then now() - interval '9 minutes' end where broadcast_id = ${id} and address_norm <> 'reader3@mail.test'`)
  await work(it)
  expect(await listRecipients(it, id)).toMatchObject([
    { address_norm: 'reader1@mail.test', status: 'abnormal', reason: 'unknown' },
    { address_norm: 'reader2@mail.test', status: 'sent' },
    { address_norm: 'reader3@mail.test', status: 'sent' },
  ])
  expect(server.received.map(({ to }) => to).toSorted()).toEqual(['reader2@mail.test', 'reader3@mail.test'])
})

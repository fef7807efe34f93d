import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { myBank } from '../adapter.ts'

const shop = suite(['my-bank'])
const config = { my_bank_url: 'https://bank.example', my_bank_key: 'a key of both' }
const payment = { reference: 'R1', amount: 12_000, urls: { return: 'https://shop/back', cancel: '', webhook: 'https://shop/webhook' } }

/** The account object that the adapter receives. Every call to the bank returns `answer`. */
const account = (answer: () => Promise<Response>) => ({ config, call: answer }) as never

test('staff choose the provider by its name and fill in its fields', async () => {
  const { columns } = (await shop.owner.get('/api/admin/manifest')).body.resources.payment_method
  const { options } = columns.find((column: { name: string }) => column.name === 'provider')
  expect(options).toContainEqual({ value: 'my_bank', label: 'My Bank' })
  const made = await shop.owner.post('/api/admin/payment_method', { title: 'My Bank', code: 'bank', provider: 'my_bank', ...config })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(JSON.stringify(made.body)).not.toContain('a key of both')
})

test('the payer is redirected to the bank; a bank that does not answer is retried later', async () => {
  const sent = account(async () => Response.json({ url: 'https://bank.example/p/1', id: 'p1' }))
  expect(await myBank.createPayment(payment as never, sent)).toEqual({
    action: { type: 'redirect', url: 'https://bank.example/p/1' },
    provider_payment_id: 'p1',
  })
  const unreachable = account(async () => Response.error())
  await expect(myBank.createPayment(payment as never, unreachable)).rejects.toMatchObject({ code: 'refused', retryable: true })
})

test('a webhook is accepted only when the signature matches its raw bytes', async () => {
  const raw = Buffer.from(JSON.stringify({ event: 'e1', id: 'p1', reference: 'R1', amount: 12_000 }))
  const signature = createHmac('sha256', config.my_bank_key).update(raw).digest('hex')
  const isAccepted = (candidate: string, bytes = raw) =>
    myBank.verifyWebhook?.(
      { raw: bytes, headers: { 'x-signature': candidate }, query: {} },
      account(async () => Response.error()),
    )
  expect(await isAccepted(signature)).toBe(true)
  expect([await isAccepted(''), await isAccepted('00'), await isAccepted(signature, Buffer.from(`${raw.toString()} `))]).toEqual([
    false,
    false,
    false,
  ])
  const notification = await myBank.parseWebhook?.(
    { raw, headers: {}, query: {} },
    account(async () => Response.error()),
  )
  expect(notification).toMatchObject({ event_key: 'e1', reports: [{ kind: 'paid', reference: 'R1', amount: 12_000, currency: 'HKD' }] })
})

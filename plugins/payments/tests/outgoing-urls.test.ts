import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { fakeMethods } from '../fakes/methods.ts'
import { type Rehearsal, startFakes } from '../fakes/server.ts'

/** With `STOA_OUTGOING=public` a shop connects only to public addresses, whatever URL a method contains. */
let it: TestApp
let owner: Client
let inside: Rehearsal
beforeAll(async () => {
  it = await testApp(['payments'], { env: { STOA_OUTGOING: 'public' } })
  owner = await it.staff('owner')
  inside = await startFakes({ shop: 'http://127.0.0.1:9', delay: null })
})
afterAll(async () => {
  await inside.stop()
  await it.close()
})

const providers = ['stripe', 'paypal', 'pay_dollar', 'sic_pay'] as const
const split = (fields: Record<string, unknown>) => {
  const isAddress = ([name]: [string, unknown]) => /_(base|url)$/.test(name)
  const all = Object.entries(fields)
  return { addresses: Object.fromEntries(all.filter(isAddress)), rest: Object.fromEntries(all.filter((e) => !isAddress(e))) }
}

describe.each(providers)('%s', (provider) => {
  const fields = () => split(fakeMethods(inside.url)[provider])

  test('rejects a URL of this machine, of a private network, or without https', async () => {
    const { addresses, rest } = fields()
    for (const [address, expectedMessage] of [
      [inside.url, 'The URL must start with https://.'],
      ['https://127.0.0.1:4242/x', 'This URL points to a private network. Enter a public URL.'],
      ['https://[fd00::1]/', 'This URL points to a private network. Enter a public URL.'],
    ] as const) {
      const wrong = Object.fromEntries(Object.keys(addresses).map((name) => [name, address]))
      const made = await owner.post('/api/admin/payment_method', { code: `no_${provider}`, title: 'No', ...rest, ...wrong })
      expect(made.status).toBe(422)
      expect(made.body.messages).toEqual(Object.fromEntries(Object.keys(addresses).map((name) => [name, [expectedMessage]])))
    }
  })

  test.each([
    ['plain', (url: string) => url, /must begin with https/],
    ['by a name that leads there', (url: string) => url.replace('http://127.0.0.1', 'https://localhost'), /private network/],
  ])('does not call a disallowed URL that was already stored, %s', async (_, named, expectedMessage) => {
    const { addresses, rest } = fields()
    const code = `${provider}_${Math.random().toString(36).slice(2, 8)}`
    const made = await owner.post('/api/admin/payment_method', {
      code,
      title: code,
      ...rest,
      ...(provider === 'sic_pay' ? { pay_url: 'https://pay.example.com' } : {}),
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const stored = Object.fromEntries(Object.entries(addresses).map(([name, url]) => [name, named(String(url))]))
    await it.kernel.db.run(
      sql`update payment_method set ext = jsonb_set(ext, '{payments}', (ext->'payments') || ${JSON.stringify(stored)}::jsonb) where id = ${made.body.id}`,
    )
    const tried = await owner.post(`/api/admin/payment_method/${made.body.id}/test`)
    expect(tried.body).toMatchObject({ ok: false, message: expect.stringMatching(expectedMessage) as string })
    expect(inside.state.calls).toEqual([])
  })
})

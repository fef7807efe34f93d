import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { addFiles } from '../../../tests/support/files.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['content', 'catalogue', 'people'])
  await addFiles(it.kernel.db, ['img/en.png'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const write = async (path: string, input: object) => {
  const { status, body } = await owner.post(`/api/admin/${path}`, input)
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body
}
const change = (path: string, input: object) => write(path, { _method: 'PUT', ...input })

const requests = {
  block: () => it.guest.post('/api/block', { identifier: 'greeting', language: 'en-US' }),
  slider: () => it.guest.get('/api/slider?position=kept&language=en-US'),
  article: () => it.guest.post('/api/widget', { type: 'articles_latest', data: { limit: 3 }, language: 'en-US' }),
  product: () => it.guest.post('/api/widget', { type: 'products_hot', language: 'en-US' }),
}
const titles = async (resource: keyof typeof requests) => {
  const { body } = await requests[resource]()
  return [body].flat().map((item: { title?: string; name?: string }) => item.title ?? item.name ?? null)
}

test('cached public content is refreshed as soon as staff create, change or delete it', async () => {
  for (const [resource, input, before] of [
    ['block', { identifier: 'greeting', title: 'One' }, [null]],
    ['slider', { position: 'kept', title: 'One', image: { 'en-US': 'img/en.png' } }, []],
    ['article', { title: 'One', url: 'one', content: '<p>x</p>' }, []],
  ] as const) {
    expect(await titles(resource), resource).toEqual(before)
    const { id } = await write(resource, input)
    expect(await titles(resource), resource).toEqual(['One'])
    await change(`${resource}/${id}`, { title: 'Two' })
    expect(await titles(resource), resource).toEqual(['Two'])
    await change(`${resource}/${id}`, resource === 'article' ? { visibled: false } : { enabled: false })
    expect(await titles(resource), resource).toEqual(before)
  }
})

test('a product is in the featured list exactly as long as it is marked as featured', async () => {
  expect(await titles('product')).toEqual([])
  const { id } = await write('product', { name: 'Tea', url: 'hot-tea', sku: 'HOT', is_hot: true, stocks: [{ sku: 'HOT', price: '10.00' }] })
  expect(await titles('product')).toEqual(['Tea'])
  await change(`product/${id}`, { is_hot: false })
  expect(await titles('product')).toEqual([])
})

test('a slide starts and ends at its exact time although slides are cached', async () => {
  const now = Date.now()
  const after = (seconds: number) => now + seconds * 1_000
  const at = (seconds: number) => new Date(after(seconds)).toISOString()
  await write('slider', { position: 'kept', title: 'Soon', image: { 'en-US': 'img/en.png' }, starts_at: at(60), ends_at: at(120) })
  const clock = vi.spyOn(Date, 'now')
  try {
    for (const [seconds, expected] of [
      [59, []],
      [60, ['Soon']],
      [119, ['Soon']],
      [120, []],
    ] as const) {
      clock.mockReturnValue(after(seconds))
      expect(await titles('slider'), `after ${seconds} s`).toEqual(expected)
    }
  } finally {
    clock.mockRestore()
  }
})

test('repeated requests for blocks, slides and the newest articles run no SQL statements', async () => {
  const ask = async () => {
    await requests.block()
    await requests.slider()
    await requests.article()
    await it.guest.post('/api/block', { identifier: 'never-written', language: 'en-US' })
  }
  // Invalidations reach the cache shortly after their commit; until then nothing is cached permanently.
  await expect.poll(async () => (await captureStatements(ask)).filter((text) => /from (block|slider|article)/.test(text))).toEqual([])
})

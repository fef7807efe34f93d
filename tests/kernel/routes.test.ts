import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { checkInput, definePlugin, f, NOT_FOUND, AppError, route, t } from 'stoa'
import { openApi } from '../../cli/openapi/document.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Input of the last call. */
let lastCall: unknown

const Sum = t.object({ sum: t.money(), lines: t.int('How many lines there were.') })

const routes = [
  route({
    on: 'POST /basket/:id/:side',
    id: 'basket.add',
    summary: 'Adds lines to a basket',
    access: 'public',
    idempotent: true,
    params: { side: f.pick(['left', 'right']) },
    query: { page: f.int({ min: 1, default: 1 }) },
    body: {
      lines: f.items({ stock_id: f.int({ min: 1 }), quantity: f.int({ min: 1, default: 1 }) }, { minItems: 1, maxItems: 3 }),
      guest: f.maybe(f.group({ email: f.email() })),
      ids: f.ids({ default: [] }),
      words: f.texts({ default: {} }),
      price: f.money({ default: '0.00' }),
      key: f.ticket(),
    },
    response: Sum,
    status: 201,
    errors: [NOT_FOUND],
    run: ({ params, query, body, idempotencyKey }) => {
      expectTypeOf(params.id).toEqualTypeOf<number>()
      expectTypeOf(body.lines).toEqualTypeOf<{ stock_id: number; quantity: number }[]>()
      if (params.id === 404) throw new AppError(NOT_FOUND)
      lastCall = { params, query, body, key: idempotencyKey }
      // @ts-expect-error -- no such field was asked
      void body.line
      return { sum: body.price, lines: body.lines.length }
    },
  }),
  route({
    on: 'DELETE /basket',
    id: 'basket.drop',
    summary: 'Empties a basket',
    access: 'public',
    eitherPlace: true,
    body: { number: f.int() },
    response: t.object({ number: t.int() }),
    run: ({ body }) => body,
  }),
  route({
    on: 'POST /basket/notice',
    id: 'basket.notice',
    summary: 'What a program tells',
    access: 'public',
    maxRawBytes: 10,
    response: t.object({ bytes: t.int() }),
    run: ({ rawBytes }) => ({ bytes: rawBytes.length }),
  }),
  route({
    on: 'GET /basket/lie',
    id: 'basket.lie',
    summary: 'Answers something else than it says',
    access: 'public',
    response: t.object({ good: t.flag() }),
    run: () => ({ good: 'yes' }) as unknown as { good: boolean },
  }),
]

let it: TestApp
beforeAll(async () => {
  it = await testApp([], { extra: [definePlugin({ id: 'basket', storeRoutes: routes })] })
})
afterAll(() => it.close())

const good = { lines: [{ stock_id: 7 }], guest: { email: 'A@b.hk' }, ids: [3, 1, 3], price: 5 }

test('a handler gets path, query and body as typed values', async () => {
  const answer = await it.guest.post('/api/basket/12/left?page=2', good)
  expect(answer).toMatchObject({ status: 201, body: { sum: '5', lines: 1 } })
  expect(lastCall).toMatchObject({
    params: { id: 12, side: 'left' },
    query: { page: 2 },
    body: { lines: [{ stock_id: 7, quantity: 1 }], ids: [1, 3], words: {}, key: '' },
    key: undefined,
  })
})

test('an access key that is not a string is no error and grants nothing', async () => {
  for (const [key, read] of [
    [' abc ', 'abc'],
    [1, ''],
    [{ abc: 1 }, ''],
    [null, ''],
  ] as const) {
    expect((await it.guest.post('/api/basket/12/left', { ...good, key })).status).toBe(201)
    expect(lastCall).toMatchObject({ body: { key: read } })
  }
  expect((await it.guest.post('/api/basket/12/left', { ...good, key: 'x'.repeat(1_001) })).body.messages).toHaveProperty('key')
})

test('invalid input is reported by its path before the handler runs', async () => {
  lastCall = 'nothing'
  const lines = [{ stock_id: 0 }, 'x', { quantity: 1.5 }]
  const { status, body } = await it.guest.post('/api/basket/12/left', { ...good, lines, guest: { email: 'no' } })
  expect(status).toBe(422)
  expect(Object.keys(body.messages).sort()).toEqual(['guest.email', 'lines.0.stock_id', 'lines.1', 'lines.2.quantity', 'lines.2.stock_id'])
  for (const bad of [
    { ...good, lines: [] },
    { ...good, lines: {} },
    { ...good, lines: 'x' },
    { ...good, lines: null },
  ])
    expect(Object.keys((await it.guest.post('/api/basket/12/left', bad)).body.messages)).toEqual(['lines'])
  expect(await it.guest.post('/api/basket/12/up', good)).toMatchObject({ status: 422, body: { messages: { side: [expect.any(String)] } } })
  expect(await it.guest.post('/api/basket/x/left', good)).toMatchObject({ status: 422, body: { messages: { id: [expect.any(String)] } } })
  expect(lastCall).toBe('nothing')
})

test('a field can have its own messages for invalid and missing values, with its bounds', async () => {
  const fields = {
    copies: f.int({ min: 2, max: 7, says: 'core:rule.max' }),
    sheets: f.items({ id: f.int() }, { minItems: 1, maxItems: 2, says: 'core:rule.max_items', missing: 'core:rule.confirmation' }),
  }
  const validate = async (input: Record<string, unknown>) =>
    await checkInput(fields, input).catch((error: unknown) => (error instanceof AppError ? error.messages : error))
  const params = { min: undefined, max: 2 }
  expect(await validate({ copies: 8, sheets: [] })).toEqual({
    copies: [{ key: 'core:rule.max', params: { min: 2, max: 7 } }],
    sheets: [{ key: 'core:rule.confirmation' }],
  })
  expect(await validate({ copies: 2, sheets: [{}, {}, {}] })).toEqual({ sheets: [{ key: 'core:rule.max_items', params }] })
  expect(await validate({ copies: 2 })).toEqual({ sheets: [{ key: 'core:rule.confirmation' }] })
})

test('values may be sent in the query where the route allows it, and are parsed from text', async () => {
  expect(await it.guest.delete('/api/basket?number=5')).toMatchObject({ status: 200, body: { number: 5 } })
  expect(await it.guest.delete('/api/basket?number=5', { number: 6 })).toMatchObject({ status: 200, body: { number: 6 } })
  expect((await it.guest.delete('/api/basket', { number: '6' })).status).toBe(422)
})

test("a binary body is read unchanged, up to the route's limit", async () => {
  const send = (payload: string) =>
    it.app.http.inject({ method: 'POST', url: '/api/basket/notice', payload, headers: { 'content-type': 'text/weird' } })
  expect((await send('1234567890')).json()).toEqual({ bytes: 10 })
  expect((await send('12345678901')).statusCode).toBe(413)
})

test('the OpenAPI description is generated from the route', async () => {
  const { paths, components } = openApi(it.app.http)
  const operation = paths['/api/basket/{id}/{side}']?.post
  expect(operation).toMatchObject({
    operationId: 'basket.add',
    tags: ['basket'],
    summary: 'Adds lines to a basket',
    responses: {
      201: { content: { 'application/json': { schema: Sum } } },
      404: {},
      409: { $ref: '#/components/responses/CONFLICT' },
      422: { $ref: '#/components/responses/INVALID.KEY_REUSED' },
    },
  })
  expect(((operation?.parameters ?? []) as { name: string }[]).map((p) => p.name)).toEqual([
    'id',
    'side',
    'page',
    'language',
    'Idempotency-Key',
  ])
  expect(operation).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/basket.add.body' } } } },
  })
  expect(components.schemas['basket.add.body']).toMatchObject({
    properties: {
      lines: { type: 'array', items: { properties: { quantity: { default: 1 } } } },
      // Either the object with its members, or null.
      guest: { anyOf: [{ type: 'object', properties: { email: {} }, required: ['email'] }, { type: 'null' }] },
    },
  })
})

test('a response that differs from its description fails the test that caused it', async () => {
  await expect(it.guest.get('/api/basket/lie')).rejects.toThrow('/good')
})

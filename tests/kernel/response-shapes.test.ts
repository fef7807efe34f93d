import { expect, test } from 'vitest'
import { definePlugin, media, route, t } from 'stoa'
import { warnOnce } from '../../core/http/response-filter.ts'
import { testApp } from '../support/app.ts'

const at = new Date('2026-11-21T09:32:59Z')
const shared = { id: 4, title: 'Kept', secret: 'x' }
const frozen = Object.freeze({ id: 5, secret: 'x' })
const Choice = t.either(t.object({ kind: t.is('card'), key: t.text() }), t.object({ kind: t.is('none') }))

/** Routes whose response has more properties than their shapes, by path. */
const answers = {
  object: { answer: t.object({ id: t.int() }), value: { id: 1, secret: 'x' } },
  deep: {
    answer: t.object({ data: t.list(t.object({ at: t.dateTime(), lines: t.optional(t.list(t.object({ sku: t.maybe(t.text()) }))) })) }),
    value: {
      data: [
        { at, lines: [{ sku: 'A', cost: 5 }, { sku: null }] },
        { at, cost: 5 },
      ],
    },
  },
  maybe: { answer: t.maybe(t.object({ id: t.int() })), value: { id: 1, secret: 'x' } },
  union: {
    answer: t.list(Choice),
    value: [
      { kind: 'card', key: 'k', secret: 'x' },
      { kind: 'none', key: 'k' },
      { kind: 'other', key: 'k' },
    ],
  },
  record: { answer: t.record(t.object({ id: t.int() })), value: { any: { id: 1, secret: 'x' }, other: { id: 2 } } },
  scalar: { answer: t.object({ title: t.text(), at: t.dateTime() }), value: { title: { secret: 'x' }, at } },
  row: { answer: t.row('role'), value: { id: 3, name: 'Clerk', secret: 'x' } },
  page: { answer: t.page(t.row('role')), value: { data: [{ id: 3, secret: 'x' }], total: 1, page: 1, limit: 10, secret: 'x' } },
  any: { answer: t.object({ body: t.any() }), value: { body: { id: 1, further: [null, 0.1, 'é\u2028'] } } },
  model: { answer: t.object({ id: t.int() }), value: { toJSON: () => ({ id: 6, secret: 'x' }) } },
  shared: { answer: t.object({ id: t.int(), title: t.text() }), value: shared },
  frozen: { answer: t.object({ id: t.int() }), value: frozen },
}

const plugin = definePlugin({
  id: 'talkative',
  storeRoutes: [
    ...Object.entries(answers).map(([name, { answer, value }]) =>
      route({
        on: `GET /talk/${name}`,
        id: `talk.${name}`,
        summary: 'Says more',
        access: 'public',
        response: answer as ReturnType<typeof t.any>,
        run: () => value,
      }),
    ),
    route({
      on: 'GET /talk/manifest',
      id: 'talk.manifest',
      summary: 'Says it as a medium',
      access: 'public',
      response: media('application/manifest+json'),
      run: ({ reply }) => reply.type('application/manifest+json').send({ name: 'Till' }),
    }),
    route({
      on: 'GET /talk/nothing',
      id: 'talk.nothing',
      summary: 'Says nothing',
      access: 'public',
      response: null,
      run: () => ({ id: 1 }),
    }),
  ],
})

test('a server omits undeclared members of a response and reports their path', async () => {
  const unnamedPaths: string[] = []
  const it = await testApp([], { extra: [plugin], unnamed: (path) => unnamedPaths.push(path) })
  const body = async (name: string) => (await it.app.http.inject(`/api/talk/${name}`)).json() as unknown
  try {
    expect(await body('object')).toEqual({ id: 1 })
    expect(unnamedPaths.splice(0)).toEqual(['GET /api/talk/object .secret'])
    expect(await body('deep')).toEqual({ data: [{ at: at.toJSON(), lines: [{ sku: 'A' }, { sku: null }] }, { at: at.toJSON() }] })
    expect(unnamedPaths.splice(0)).toEqual(['GET /api/talk/deep .data[].lines[].cost', 'GET /api/talk/deep .data[].cost'])
    expect(await body('maybe')).toEqual({ id: 1 })
    expect(await body('union')).toEqual([{ kind: 'card', key: 'k' }, { kind: 'none' }, null])
    expect(await body('record')).toEqual({ any: { id: 1 }, other: { id: 2 } })
    expect(await body('scalar')).toEqual({ at: at.toJSON() })
    expect(await body('row')).toEqual({ id: 3, name: 'Clerk' })
    expect(await body('page')).toEqual({ data: [{ id: 3 }], total: 1, page: 1, limit: 10 })
    expect(await body('any')).toEqual(answers.any.value)
    expect(await body('model')).toEqual({ id: 6 })
    expect(await body('shared')).toEqual({ id: 4, title: 'Kept' })
    expect(await body('frozen')).toEqual({ id: 5 })
    // The filter does not change the handler's object, which may be returned again.
    expect(shared.secret).toBe('x')
    expect(await body('manifest')).toEqual({ name: 'Till' })
    expect((await it.app.http.inject('/api/talk/nothing')).statusCode).toBe(500)
    expect((await it.app.http.inject('/api/talk/unknown')).json()).toMatchObject({
      code: 'NOT_FOUND',
      messages: expect.anything() as unknown,
    })
  } finally {
    await it.close()
  }
})

test('a test fails when a response contains undeclared members', async () => {
  const it = await testApp([], { extra: [plugin] })
  try {
    await expect(it.guest.get('/api/talk/object')).rejects.toThrow(
      /answered what its shape does not name:\nGET \/api\/talk\/object \.secret/,
    )
  } finally {
    await it.close()
  }
})

test('the log warns once about each omitted member', () => {
  const warned: unknown[] = []
  const listen = warnOnce({ warn: (about: unknown) => void warned.push(about) } as never)
  for (const path of ['GET /api/a .secret', 'GET /api/a .secret', 'GET /api/b .secret']) listen(path)
  expect(warned).toEqual([{ path: 'GET /api/a .secret' }, { path: 'GET /api/b .secret' }])
})

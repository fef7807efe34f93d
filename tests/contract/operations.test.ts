import fc from 'fast-check'
import { openApi } from '../../cli/openapi/document.ts'
import { seed } from '../../cli/seed.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenOf, valuesOf } from '../support/arbitrary.ts'
import { type Answer, type Client, type TestApp, testApp } from '../support/app.ts'

/**
 * Every operation is called with what its description allows and with what it does not. `testApp` compares each answer with
 * the description; here it is looked at whether the product stands it.
 */
const ROUNDS = { right: 3, wrong: 4 }
/** The same values in every run; another number tries others. */
const SEED = Number(process.env.STOA_SEED ?? 20_261_122)

interface Operation {
  at: string
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  op: {
    operationId: string
    parameters?: { name: string; in: string; schema: object }[]
    requestBody?: { content: Record<string, { schema: { $ref: string } }> }
    security: object[]
  }
}

let it: TestApp
let callers: Record<'guest' | 'staff' | 'customer', Client>
let operations: Operation[]
let schemas: Record<string, object>

beforeAll(async () => {
  it = await testApp()
  await seed(it.ctx, 'small')
  const person = { email: 'shopper@example.com', password: 'a long password', first_name: 'Mei', last_name: 'Chan' }
  const phone = { country_code: '852', phone: '' }
  await it.guest.post('/api/register', { ...person, ...phone, password_confirmation: person.password, terms: true })
  const { body } = await it.guest.post('/api/login', person)
  callers = { guest: it.guest, staff: await it.staff('owner'), customer: it.as(String(body.token)) }
  const api = openApi(it.app.http)
  schemas = api.components.schemas
  operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({ at: `${method.toUpperCase()} ${path}`, method, path, op }) as unknown as Operation),
  )
})
afterAll(() => it.close())

const refs = (name: string) => schemas[name.split('/').at(-1) ?? ''] ?? {}

/** What would end the caller's own session, or the run. */
const LEFT_OUT = new Set(['me.logout', 'me.reset', 'customer.logout'])

type Values = Record<string, unknown>
interface Asked {
  params: Values
  query: Values
  body: unknown
}

/** Requests of an operation; `wrong` puts what is not allowed into each of its parts in turn. */
function requests({ op }: Operation, wrong: boolean): fc.Arbitrary<Asked> {
  const part = (place: string) => ({
    type: 'object',
    properties: Object.fromEntries((op.parameters ?? []).filter((p) => p.in === place).map((p) => [p.name, p.schema])),
    required: place === 'path' ? (op.parameters ?? []).filter((p) => p.in === place).map((p) => p.name) : [],
  })
  const body = op.requestBody?.content['application/json']?.schema
  const of = (schema: object | undefined) => (schema ? (wrong ? brokenOf(schema, refs) : valuesOf(schema, refs)) : fc.constant(undefined))
  return fc.record({
    params: valuesOf(part('path'), refs),
    query: wrong ? of(part('query')) : valuesOf(part('query'), refs),
    body: of(body),
  }) as fc.Arbitrary<Asked>
}

/** A value as an address can hold it: no half characters. */
const text = (value: unknown) =>
  (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll(/\p{Surrogate}/gu, '?')

async function send({ method, path }: Operation, caller: Client, { params, query, body }: Asked): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(params[name]).replaceAll('\0', '')) || 'x')
  const pairs = query !== null && typeof query === 'object' ? Object.entries(query) : []
  const search = pairs.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(text(v))}`).join('&')
  const url = search === '' ? filled : `${filled}?${search}`
  if (method === 'get') return caller.get(url)
  // A body that is no object is sent as JSON all the same.
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers = sent === undefined ? undefined : { 'content-type': 'application/json' }
  return caller[method](url, sent, headers)
}

/** The caller an operation is for: whoever may do most there. */
const callerOf = ({ path, op }: Operation): Client =>
  path.startsWith('/api/admin') ? callers.staff : op.security.some((s) => 'bearer' in s) ? callers.customer : callers.guest

async function tried(wrong: boolean): Promise<{ calls: number; statuses: Record<number, number>; faults: string[] }> {
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  let calls = 0
  for (const operation of operations) {
    if (LEFT_OUT.has(operation.op.operationId)) continue
    for (const asked of fc.sample(requests(operation, wrong), { numRuns: wrong ? ROUNDS.wrong : ROUNDS.right, seed: SEED + calls })) {
      calls++
      try {
        const { status } = await send(operation, callerOf(operation), asked)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 500) faults.push(`${operation.at} answered ${status} to ${JSON.stringify(asked).slice(0, 400)}`)
      } catch (error) {
        faults.push(`${(error as Error).message.slice(0, 600)}\n  asked ${JSON.stringify(asked).slice(0, 300)}`)
      }
    }
  }
  process.stdout.write(
    `${calls} calls of ${operations.length} operations with ${wrong ? 'broken' : 'right'} input: ${JSON.stringify(statuses)}\n`,
  )
  return { calls, statuses, faults }
}

test('the callers are who they say', async () => {
  expect((await callers.customer.post('/api/info')).status).toBe(200)
  expect((await callers.staff.get('/api/admin')).status).toBe(200)
})

test('no operation breaks, or answers something else than it says, at input its description allows', async () => {
  const { faults, statuses } = await tried(false)
  expect(faults).toEqual([])
  expect(Object.keys(statuses)).toContain('200')
}, 600_000)

test('no operation breaks, or answers something else than it says, at input its description does not allow', async () => {
  const { faults, statuses } = await tried(true)
  expect(faults).toEqual([])
  expect(Object.keys(statuses)).toContain('422')
}, 600_000)

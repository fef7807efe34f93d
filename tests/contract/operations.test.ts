import fc from 'fast-check'
import { sql } from 'stoa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../core/access/password.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { UPLOAD } from '../support/arbitrary.ts'
import { type OperationCall, call, toCallArbitrary, type Operation, listOperations } from '../support/api-operations.ts'
import { addFiles } from '../support/files.ts'
import { type Rows, collectRows } from '../support/row-values.ts'
import { yearDatabase } from '../support/year-database.ts'

/**
 * Calls every operation with input that its description allows and with input that it does not allow. `testApp` compares each response
 * with the description; this test checks that no call causes a server error.
 */
const ROUNDS = { right: 3, wrong: 4, form: 2 } as const
/** The default seed produces the same values in every run; another seed produces others. */
const SEED = Number(process.env.STOA_SEED ?? 20_261_122)

let it: TestApp
let callers: Record<'guest' | 'staff' | 'customer', Client>
let api: { operations: readonly Operation[]; refs: ReturnType<typeof listOperations>['refs'] }

beforeAll(async () => {
  // Most referenced rows exist in this database.
  it = await testApp(undefined, { url: await yearDatabase() })
  await addFiles(it.kernel.db, [UPLOAD])
  callers = { guest: it.guest, staff: await it.staff('owner'), customer: await shopper() }
  api = listOperations(it.app)
}, 240_000)
afterAll(() => it.close())

/** A signed-in client of the customer with the newest order. */
async function shopper(): Promise<Client> {
  const { db } = it.kernel
  const found = await db.one<{ id: number; email: string }>(
    sql`select c.id, c.email from customer c join sales_order o on o.customer_id = c.id where c.email is not null order by o.id desc limit 1`,
  )
  await db.run(sql`delete from rate_limit`)
  await db.run(sql`update customer set enabled = true, email_verified_at = coalesce(email_verified_at, now()),
    password_hash = ${await hashPassword('a long password')} where id = ${found?.id}`)
  const { body } = await it.guest.post('/api/login', { email: found?.email, password: 'a long password' })
  return it.as(String(body.token))
}

/** Signs in again after an operation ended the session. */
async function again(caller: 'staff' | 'customer'): Promise<void> {
  await it.kernel.db.run(sql`delete from rate_limit`)
  callers[caller] = caller === 'staff' ? await it.staff('owner') : await shopper()
}

/** Operations that end the caller's own session, or break the run; and those after which further operations call another server. */
const LEFT_OUT = new Set(['me.logout', 'me.reset', 'customer.logout', 'clickup.connect', 'settings_clickup.update'])

/** The client with the most permissions for an operation. */
const getCaller = ({ path, op }: Operation): keyof typeof callers =>
  !op.security.some((s) => 'bearer' in s) ? 'guest' : path.startsWith('/api/admin') ? 'staff' : 'customer'

/** Calls of an operation in one of three ways. Of the form calls, one is valid and one is invalid. */
function calls(operation: Operation, way: keyof typeof ROUNDS, there: Rows, seed: number): OperationCall[] {
  if (way === 'form' && !operation.op.requestBody) return []
  const sampleCalls = (wrong: boolean, numRuns: number) => fc.sample(toCallArbitrary(operation, api.refs, there, wrong), { numRuns, seed })
  return way === 'form' ? [...sampleCalls(false, 1), ...sampleCalls(true, 1)] : sampleCalls(way === 'wrong', ROUNDS[way])
}

async function tried(way: keyof typeof ROUNDS): Promise<{ statuses: Record<number, number>; faults: string[] }> {
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  let made = 0
  const there = await collectRows(it.kernel)
  for (const operation of api.operations) {
    if (LEFT_OUT.has(operation.op.operationId)) continue
    const send = (caller: keyof typeof callers, operationCall: OperationCall) =>
      call(operation, callers[caller], operationCall, way === 'form' ? 'form' : 'json')
    for (const operationCall of calls(operation, way, there, SEED + made)) {
      made++
      try {
        const caller = getCaller(operation)
        let { status } = await send(caller, operationCall)
        if (status === 401 && caller !== 'guest') {
          await again(caller)
          status = (await send(caller, operationCall)).status
        }
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 500) faults.push(`${operation.at} answered ${status} to ${JSON.stringify(operationCall).slice(0, 400)}`)
      } catch (error) {
        faults.push(`${(error as Error).message.slice(0, 600)}\n  asked ${JSON.stringify(operationCall).slice(0, 300)}`)
      }
    }
  }
  process.stdout.write(`${made} calls of ${api.operations.length} operations, ${way}: ${JSON.stringify(statuses)}\n`)
  // Unauthenticated calls are rejected before they test anything.
  expect((statuses[401] ?? 0) / made).toBeLessThan(0.02)
  return { statuses, faults }
}

test('the test clients have the expected identities', async () => {
  expect((await callers.customer.post('/api/info')).status).toBe(200)
  expect((await callers.staff.get('/api/admin')).status).toBe(200)
})

test('no operation fails or violates its described responses for valid input', async () => {
  const { faults, statuses } = await tried('right')
  expect(faults).toEqual([])
  expect(Object.keys(statuses)).toContain('200')
}, 600_000)

test('no operation fails or violates its described responses for invalid input', async () => {
  const { faults, statuses } = await tried('wrong')
  expect(faults).toEqual([])
  expect(Object.keys(statuses)).toContain('422')
}, 600_000)

test('no operation fails or violates its described responses for form input', async () => {
  const { faults, statuses } = await tried('form')
  expect(faults).toEqual([])
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '422']))
}, 600_000)

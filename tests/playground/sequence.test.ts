import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import type { Row } from '../../core/api-types.ts'
import type { Answer, Client, TestApp } from '../support/app.ts'
import { tries } from '../support/property.ts'
import { openPlayground } from './start.ts'

/** After any sequence of operations, the rows match a simple model, and a refused operation changes nothing. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await openPlayground()
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const at = '/api/admin/toy'
interface Part {
  name: string
  price: string | null
}
interface Toy {
  id: number
  number: string
  title: string
  int: number | null
  money: string | null
  tags: string[]
  shelves: number[]
  status: string
  parts: Part[]
  version: number
}
type Values = Partial<Omit<Toy, 'id' | 'status' | 'version'>>

/** The expected state. */
interface Model {
  toys: Toy[]
  /** Includes numbers of deleted rows, which stay reserved. */
  numbers: Set<string>
}
type Real = { requestCount: number }

const toToy = (row: Row): Toy => ({
  id: row.id,
  number: String(row.number),
  title: String(row.title),
  int: row.int as number | null,
  money: row.money as string | null,
  tags: row.tags as string[],
  shelves: row.shelves as number[],
  status: String(row.status),
  parts: (row.parts as Row[]).map(({ name, price }) => ({ name: String(name), price: price as string | null })),
  version: Number(row.version),
})

const pickToy = ({ toys }: Model, n: number): Toy | undefined => toys[n % Math.max(1, toys.length)]

/** All stored data, to check that a refused operation changes nothing. */
const stored = async () =>
  JSON.stringify(
    await it.kernel.db.one(sql`select
      (select json_agg(t order by id) from toy t) toys, (select json_agg(p order by id) from part p) parts, (select count(*) from audit_log) logged,
      (select json_agg(s) from toy_shelf s) shelves, (select count(*) from status_history) history`),
  )

/** Sends a request and applies it to the model if it succeeds. Returns false if it was refused. */
type Ask = (model: Model) => Promise<boolean>

const step = (name: string, ask: Ask): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  toString: () => name,
  async run(model, real) {
    real.requestCount++
    const before = await stored()
    const done = await ask(model)
    if (!done) assert.equal(await stored(), before, `${name} was refused`)
    const { total, data } = (await owner.get(`${at}?sort=id&limit=100&fields=*`)).body
    assert.deepEqual(data.map(toToy), model.toys, name)
    assert.equal(total, model.toys.length)
  },
})

const refused = (answer: Answer, status: number, field?: string): false => {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  if (field) assert.deepEqual(Object.keys(answer.body.messages), [field])
  return false
}

const create = (values: Values & { number: string }) =>
  step(`create ${JSON.stringify(values)}`, async (model) => {
    const answer = await owner.post(at, values)
    if (model.numbers.has(values.number)) return refused(answer, 422, 'number')
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    model.numbers.add(values.number)
    model.toys.push({
      title: '',
      int: null,
      money: null,
      tags: [],
      shelves: [],
      parts: [],
      ...values,
      id: answer.body.id,
      status: 'draft',
      version: 1,
    })
    return true
  })

const update = (n: number, values: Values, late: boolean) =>
  step(`update ${n} ${JSON.stringify(values)} ${late ? 'late' : ''}`, async (model) => {
    const toy = pickToy(model, n)
    if (!toy) return refused(await owner.put(`${at}/999999`, values), 404)
    const sentVersion = toy.version - (late ? 1 : 0)
    const answer = await owner.put(`${at}/${toy.id}`, { ...values, version: sentVersion })
    if (late) {
      refused(answer, 409)
      assert.equal(toToy(answer.body.current).version, toy.version)
      return false
    }
    const { number } = values
    if (number !== undefined && number !== toy.number && model.numbers.has(number)) return refused(answer, 422, 'number')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const next = { ...toy, ...values }
    const changed = JSON.stringify(next) !== JSON.stringify(toy)
    if (number !== undefined && number !== toy.number) {
      model.numbers.delete(toy.number)
      model.numbers.add(number)
    }
    Object.assign(toy, next, { version: toy.version + (changed ? 1 : 0) })
    return changed
  })

const wrong = (n: number, values: object, field: string) =>
  step(`wrong ${field}`, async (model) => {
    const toy = pickToy(model, n)
    const right = { title: 'Half', tags: ['half'], parts: [{ name: 'Half' }] }
    refused(await owner.post(at, { number: 'never', ...right, ...values }), 422, field)
    if (toy) refused(await owner.put(`${at}/${toy.id}`, { ...right, ...values }), 422, field)
    return false
  })

const move = (n: number, word: 'offer' | 'finish') =>
  step(`${word} ${n}`, async (model) => {
    const toy = pickToy(model, n)
    const answer = await owner.post(`${at}/${toy?.id ?? 999_999}/${word}`, { price: '1.00' })
    if (!toy) return refused(answer, 404)
    if (toy.status !== (word === 'offer' ? 'draft' : 'pending')) return refused(answer, 409)
    assert.equal(answer.status, 200)
    toy.status = word === 'offer' ? 'pending' : 'completed'
    toy.version++
    return true
  })

const remove = (n: number) =>
  step(`remove ${n}`, async (model) => {
    const toy = pickToy(model, n)
    const answer = await owner.delete(`${at}/${toy?.id ?? 999_999}`)
    if (!toy) return refused(answer, 404)
    assert.equal(answer.status, 200)
    model.toys.splice(model.toys.indexOf(toy), 1)
    return true
  })

const batchUpdate = (picks: number[], key: 'int' | 'money' | 'tags', value: never) =>
  step(`batch ${picks.join()} ${key}=${JSON.stringify(value)}`, async (model) => {
    const toys = model.toys.filter((_, i) => picks.includes(i))
    const answer = await owner.put(`${at}/batch`, { ids: [...toys.map(({ id }) => id), 999_999], key: key, value: value })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(
      answer.body.success_ids,
      toys.map(({ id }) => id),
    )
    assert.deepEqual(answer.body.fail_ids, [999_999])
    const changed = toys.filter((toy) => JSON.stringify(toy[key]) !== JSON.stringify(value))
    for (const toy of changed) Object.assign(toy, { [key]: value, version: toy.version + 1 })
    return changed.length > 0
  })

const batchRemove = (picks: number[]) =>
  step(`batch remove ${picks.join()}`, async (model) => {
    const toys = model.toys.filter((_, i) => picks.includes(i))
    if (toys.length === 0) return refused(await owner.delete(`${at}/batch`, { ids: [] }), 422, 'ids')
    const answer = await owner.delete(`${at}/batch`, { ids: toys.map(({ id }) => id) })
    assert.deepEqual(answer.body, { ...{ success_ids: toys.map(({ id }) => id), fail_ids: [] }, fails: [] })
    model.toys = model.toys.filter((toy) => !toys.includes(toy))
    return true
  })

const clone = (n: number) =>
  step(`clone ${n}`, async (model) => {
    const toy = pickToy(model, n)
    const answer = await owner.post(`${at}/${toy?.id ?? 999_999}/clone`)
    if (!toy) return refused(answer, 404)
    // The number of the clone is derived from the clock, and may already exist.
    if (answer.status === 422) return refused(answer, 422, 'number')
    const { number } = answer.body
    assert.match(number, new RegExp(`^${toy.number}-\\d{4}$`))
    model.numbers.add(number)
    model.toys.push({ ...structuredClone(toy), id: answer.body.id, number, status: 'draft', version: 1 })
    return true
  })

const number = fc.integer({ min: 1, max: 40 }).map((n) => `t${n}`)
const money = fc.option(fc.constantFrom('0.00', '9.50', '1234.00'))
const part = fc.record({ name: fc.constantFrom('Wheel', 'Axle', 'Seat'), price: money }, { noNullPrototype: true })
const values = {
  title: fc.constantFrom('Car', 'Boat', '車'),
  int: fc.option(fc.integer({ min: -5, max: 5 })),
  money,
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  shelves: fc.constantFrom<number[]>([], [1], [2], [2, 1], [3, 1, 2]),
  parts: fc.oneof(fc.constant<Part[]>([]), fc.tuple(part), fc.tuple(part, part, part)),
}
const patch = fc.record({ number, ...values }, { requiredKeys: [] }).map(({ parts: _, ...rest }) => rest)
const nth = fc.nat(3)
const picks = fc.uniqueArray(fc.nat(5), { maxLength: 4 })
const wrongs: readonly [object, string][] = [
  [{ int: 'x' }, 'int'],
  [{ money: '1.234' }, 'money'],
  [{ shelves: [1, 1] }, 'shelves'],
  [{ shelves: [999_999] }, 'shelves'],
  [{ shelf_id: 999_999 }, 'shelf_id'],
  [{ parts: [{ name: 'Good' }, { name: '' }] }, 'parts.1.name'],
  [{ parts: [{ name: 'Good' }, { name: 'Bad', screws: [{ size: 0 }] }] }, 'parts.1.screws.0.size'],
  [{ parts: [{ id: 999_999, name: 'Nobody' }] }, 'parts.0'],
  [{ rich: '{"blocks":[{"type":"no"}]}' }, 'rich'],
]
const steps = [
  fc.record({ number, ...values }, { requiredKeys: ['number', 'title'] }).map((v) => create(v)),
  fc.record({ number, ...values }, { requiredKeys: ['number', 'title'] }).map((v) => create(v)),
  fc.tuple(nth, patch, fc.nat(4)).map(([n, v, late]) => update(n, v, late === 0)),
  fc.tuple(nth, values.parts).map(([n, parts]) => update(n, { parts }, false)),
  fc.tuple(nth, fc.constantFrom(...wrongs)).map(([n, [v, field]]) => wrong(n, v, field)),
  fc.tuple(nth, fc.constantFrom('offer' as const, 'finish' as const)).map(([n, word]) => move(n, word)),
  nth.map((n) => remove(n)),
  fc
    .tuple(picks, fc.constantFrom(['int', 3], ['int', null], ['money', '9.50'], ['tags', ['a']]))
    .map(([p, [key, value]]) => batchUpdate(p, key as 'int', value as never)),
  picks.map((p) => batchRemove(p)),
  nth.map((n) => clone(n)),
]

test('rows match a model after any sequence of operations, and refused ones leave no trace', async () => {
  const real = { requestCount: 0 }
  await fc.assert(
    fc
      .asyncProperty(fc.commands(steps, { maxCommands: 30, size: 'max' }), async (commands) => {
        await fc.asyncModelRun(() => ({ model: { toys: [], numbers: new Set<string>() }, real }), commands)
      })
      .beforeEach(() => it.kernel.transaction(async (tx) => (await tx.run(sql`delete from toy`), tx.invalidate('toy')))),
    tries(20),
  )
  expect(real.requestCount).toBeGreaterThan(200)
})

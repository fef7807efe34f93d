import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { isAddress, normalizeEmail, normalizePhone, requirePhone } from '../services/sign-in-rules.ts'

/** Comparison of addresses and phone numbers, in code and in the database. */
const shop = suite(['people'])

test.each([
  ['852', '9123 4567', '85291234567'],
  ['852', '(9123)-4567', '85291234567'],
  ['852', '09123456', '85209123456'],
  ['86', '013812345678', '8613812345678'],
  ['86', '13812345678', '8613812345678'],
  ['886', '0912-345-678', '886912345678'],
  ['60', '012-3456789', '60123456789'],
  ['853', '0 6612', '85306612'],
])('+%s %s is normalized to %s, as in the database', async (code, phone, plain) => {
  expect(normalizePhone(code, phone)).toBe(plain)
  const email = `${crypto.randomUUID()}@mail.example`
  await shop.it.kernel.db.run(
    sql`insert into customer (email, first_name, last_name, country_code, phone) values (${email}, 'A', 'B', ${code}, ${phone})`,
  )
  const row = await shop.it.kernel.db.one<{ norm: string }>(sql`select phone_norm as norm from customer where email = ${email}`)
  expect(row?.norm).toBe(plain)
})

const refused = (input: { country_code?: string | null; phone?: string | null }): string[] => {
  try {
    requirePhone(shop.it.kernel, input)
    return []
  } catch (error) {
    return Object.keys((error as { messages: object }).messages)
  }
}
test.each([
  [{ phone: null, country_code: 'x' }, []],
  [{ phone: '', country_code: null }, []],
  [{ phone: '12345', country_code: '852' }, []],
  [{ phone: '1234', country_code: '852' }, ['phone']],
  [{ phone: '1'.repeat(14), country_code: '852' }, []],
  [{ phone: '1'.repeat(15), country_code: '852' }, ['phone']],
  [{ phone: '1 2 3 4', country_code: '852' }, ['phone']],
  [{ phone: '12345678', country_code: '' }, ['country_code']],
  [{ phone: '12345678', country_code: '1' }, ['country_code']],
  [{ phone: '12345678', country_code: '+852' }, ['country_code']],
])('phone input %j has errors in the fields %j', (input, fields) => {
  expect(refused(input)).toEqual(fields)
})

test.each([
  ['a@b', true],
  ['a b@c.test', false],
  ['a@b@c', false],
  ['@b.test', false],
  ['a@', false],
  ['a@b.test\u0000', false],
  [`${'a'.repeat(247)}@b.test`, true],
  [`${'a'.repeat(248)}@b.test`, false],
])('%j is a valid email address: %s', (email, good) => {
  expect(isAddress(email)).toBe(good)
})

test('email addresses are compared ignoring case, surrounding spaces and Unicode composition', () => {
  expect([normalizeEmail(' MAY@Shop.TEST\n'), normalizeEmail('é@b.test'), normalizeEmail('É@B.test')]).toEqual([
    ...['may@shop.test', 'é@b.test', 'é@b.test'],
  ])
})

test('a customer group with customers cannot be deleted, an empty one can', async () => {
  const group = (await shop.owner.post('/api/admin/customer_group', { name: 'Friends' })).body
  const made = (
    await shop.owner.post('/api/admin/customer', { email: 'friend@shop.test', first_name: 'A', last_name: 'B', group_id: group.id })
  ).body
  const refusal = await shop.owner.delete(`/api/admin/customer_group/${group.id}`)
  expect([refusal.status, JSON.stringify(refusal.body.messages)]).toEqual([422, expect.stringContaining('1')])
  await shop.owner.put(`/api/admin/customer/${made.id}`, { group_id: null, version: made.version })
  expect((await shop.owner.delete(`/api/admin/customer_group/${group.id}`)).status).toBeLessThan(300)
})

test('a new email address or number set by staff is unverified; setting the same one again keeps it verified', async () => {
  const { id } = (
    await shop.owner.post('/api/admin/customer', {
      email: 'staffed@shop.test',
      first_name: 'A',
      last_name: 'B',
      country_code: '852',
      phone: '91230099',
    })
  ).body
  const read = async () => (await shop.owner.get(`/api/admin/customer/${id}`)).body
  const write = async (values: object) => shop.owner.put(`/api/admin/customer/${id}`, { ...values, version: (await read()).version })
  const prove = () =>
    shop.it.kernel.db.run(
      sql`update customer set email_verified_at = now(), phone_verified_at = now(), pending_email = 'x@shop.test' where id = ${id}`,
    )
  const proven = async () => {
    const { email_verified_at, phone_verified_at } = await read()
    return [email_verified_at !== null, phone_verified_at !== null]
  }
  await prove()
  await write({ email: 'staffed@shop.test', phone: '91230099', country_code: '852' })
  expect(await proven()).toEqual([true, true])
  await write({ phone: '91230098' })
  expect(await proven()).toEqual([true, false])
  await prove()
  await write({ email: 'other@shop.test' })
  expect(await proven()).toEqual([false, true])
  expect(await shop.it.kernel.db.one(sql`select pending_email from customer where id = ${id}`)).toEqual({ pending_email: null })
  const { status, body } = await write({ country_code: null })
  expect([status, Object.keys(body.messages)]).toEqual([422, ['country_code']])
})

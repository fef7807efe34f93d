import { expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'

const shop = suite(['people'])

const password = 'correct horse 9'
const person = (email: string) => ({ email, first_name: 'A', last_name: 'B', password, password_confirmation: password })

/** Creates a customer, with a verified phone number if one is given. */
async function customer(email: string, phone?: string) {
  const { it } = shop
  await it.guest.post('/api/register', person(email))
  if (phone)
    await it.kernel.db.run(
      sql`update customer set country_code = '852', phone = ${phone}, phone_verified_at = now() where email = ${email}`,
    )
  return it.as((await it.guest.post('/api/login', { email, password })).body.token)
}

test('a verified number cannot be used by another account, in a profile or by staff', async () => {
  const first = await customer('first@shop.test', '61234567')
  const other = await customer('other@shop.test')
  const takenError = { phone: ['This phone is already taken.'] }
  const phone = { country_code: '852', phone: '6123 4567' }
  const changed = await other.put('/api/profile', phone)
  expect([changed.status, changed.body.messages]).toEqual([422, takenError])
  const made = await shop.owner.post('/api/admin/customer', { email: 'third@shop.test', first_name: 'C', last_name: 'D', ...phone })
  expect([made.status, made.body.messages]).toEqual([422, takenError])
  expect((await first.put('/api/profile', phone)).status).toBe(200)
  expect((await other.put('/api/profile', { country_code: '852', phone: '6999 9999' })).status).toBe(200)
})

test('checking whether an address or number is taken normalizes the input', async () => {
  await customer('known@shop.test', '62223333')
  const checkValue = async (key: string, type: string) => (await shop.guest.post('/api/check', { key, type })).body
  expect(await checkValue('62223333', 'phone')).toEqual({ status: 'exists' })
  expect(await checkValue('+852 6222 3333', 'phone')).toEqual({ status: 'exists' })
  expect(await checkValue('62223334', 'phone')).toEqual({ status: 'available' })
  expect(await checkValue('Known@shop.test', 'email')).toEqual({ status: 'exists' })
  expect((await checkValue('a b@c.de', 'email')).messages).toEqual({ key: ['Please enter a valid email address.'] })
})

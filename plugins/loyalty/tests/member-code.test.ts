import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { MEMBERS } from '../index.ts'
import { memberCode } from '../services/member-code.ts'
import { member } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterAll(() => shop.it.close())

const ask = (code: string) => shop.it.kernel.get(MEMBERS).memberOfCode(shop.it.ctx, code)

test('a POS recognizes a member by code, and each code is different and reveals nothing', async () => {
  const may = await member(shop)
  const [first, two] = [fine(await may.client.get('/api/member_code')).body, fine(await may.client.get('/api/member_code')).body]
  expect(first.code).not.toBe(two.code)
  expect(first.drawing).toContain('<svg')
  for (const { code } of [first, two]) {
    expect(await ask(` ${code}\n`)).toBe(may.id)
    // An unencrypted code would contain its expiry time, a long number.
    expect(Buffer.from(code.slice(3), 'base64url').toString('latin1')).not.toMatch(/\d{8}/)
  }
  expect((await shop.it.guest.get('/api/member_code')).status).toBe(401)
})

test('an expired or altered code and one of a disabled account find nobody', async () => {
  const may = await member(shop)
  const { code } = await memberCode(shop.it.ctx, may.id)
  const old = await memberCode(shop.it.ctx, may.id, Date.now() - 121_000)
  expect(await ask(old.code)).toBeUndefined()
  for (const wrong of ['', 'M1.', 'M1.AAAA', `${code}A`.replace('M1.', 'M1.A'), code.slice(3), `M1.${'A'.repeat(500)}`, 'G1-stock1', '\0'])
    expect(await ask(wrong), wrong).toBeUndefined()
  const row = fine(await shop.owner.get(`/api/admin/customer/${may.id}`)).body
  fine(await shop.owner.put(`/api/admin/customer/${may.id}`, { enabled: false, version: row.version }))
  expect(await ask(code)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['inventory', 'calendar'])

test('units expiring on one day are one calendar entry that links to them; used up or hidden ones have none', async () => {
  const warehouse_id = (await shop.owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  const goods = async (name: string, quantity: number, expiry_date: string) => {
    const sku = name.toLowerCase()
    const { status, body } = await shop.owner.post('/api/admin/product', {
      name,
      sku,
      url: sku,
      has_expiry_date: true,
      stocks: [{ sku: `${sku}-1`, price: '10', inventories: [{ warehouse_id, quantity, expiry_date }] }],
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }
  await goods('Milk', 3, '2026-12-04')
  await goods('Cream', 1, '2026-12-04')
  await goods('Butter', 2, '2026-12-06')
  await goods('Gone', 0, '2026-12-05')
  const ask = async (client = shop.owner) => (await client.get('/api/admin/calendar?from=2026-12-01&to=2027-01-01')).body.data
  expect(await ask()).toMatchObject([
    { id: '2026-12-04', title: 'Cream and 1 more expire', start: '2026-12-04', movable: false, link: 'inventories?expiry_date=2026-12-04' },
    { id: '2026-12-06', title: 'Butter expires' },
  ])
  expect((await shop.owner.get('/api/admin/inventory?expiry_date=2026-12-04')).body.total).toBe(2)
  expect(await ask(await shop.it.staff(['get calendar']))).toEqual([])
})

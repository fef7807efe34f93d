import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['promotion', 'calendar'])

const create = async (title: string, period: object) => {
  const { status, body } = await shop.owner.post('/api/admin/promotion', { title: { 'en-US': title }, ...period })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: number; version: number }
}
const listEntries = async () =>
  (await shop.owner.get('/api/admin/calendar?from=2027-03-01&to=2027-04-01')).body.data as { title: string; version: number }[]
const move = (id: number, body: object, client = shop.owner) => client.put(`/api/admin/calendar/entry/promotions/${id}`, body)

test('a promotion spans its period, keeps its length when it is moved, and is moved with the permission to change it', async () => {
  const { id, version } = await create('Spring', { starts_at: '2027-02-26T16:00:00Z', ends_at: '2027-03-05T16:00:00Z' })
  await create('Without dates', {})
  await create('Over', { starts_at: '2027-02-01T00:00:00Z', ends_at: '2027-02-02T00:00:00Z' })
  expect(await listEntries()).toMatchObject([
    {
      source: 'promotions',
      title: 'Spring',
      start: '2027-02-26T16:00:00.000Z',
      end: '2027-03-05T16:00:00.000Z',
      status: 'draft',
      movable: true,
    },
  ])
  const to = { start: '2027-03-01T16:00:00Z', end: '2027-03-08T16:00:00Z', version }
  const reader = await shop.it.staff(['get calendar', 'get promotion'])
  expect((await move(id, to, reader)).status).toBe(403)
  expect((await move(id, to)).status).toBe(200)
  expect((await move(id, to)).status).toBe(409)
  expect((await shop.owner.get(`/api/admin/promotion/${id}`)).body).toMatchObject({
    starts_at: '2027-03-01T16:00:00.000Z',
    ends_at: '2027-03-08T16:00:00.000Z',
  })
  expect((await shop.owner.get('/api/admin/my/calendar?from=2027-03-01&to=2027-04-01')).body.data).toEqual([])
})

test('a promotion with an end only is shown at its end, which moves', async () => {
  const { id } = await create('Clearance', { ends_at: '2027-03-20T16:00:00Z' })
  expect((await listEntries()).find(({ title }) => title === 'Clearance')).toMatchObject({ start: '2027-03-20T16:00:00.000Z', end: null })
  expect((await move(id, { start: '2027-03-25T16:00:00Z', end: null })).status).toBe(200)
  expect((await shop.owner.get(`/api/admin/promotion/${id}`)).body).toMatchObject({ starts_at: null, ends_at: '2027-03-25T16:00:00.000Z' })
})

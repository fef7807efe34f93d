import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['people', 'sheets'])
const at = '/api/admin/customer'

test('customers show a full name in lists, relations and persons: Chinese family name first, else the email address', async () => {
  const make = async (email: string, first_name: string, last_name: string) =>
    (await shop.owner.post(at, { email, first_name, last_name, is_subscribe: false })).body.id as number
  const ids = [await make('kk@names.test', 'Kwok Keung', 'Lee'), await make('ml@names.test', '美玲', '陳')]
  const listed = (await shop.owner.get(`${at}?q=names.test&sort=name`)).body.data
  expect(listed.map(({ name, email }: { name: string; email: string }) => [name, email])).toEqual([
    ['Kwok Keung Lee', 'kk@names.test'],
    ['陳美玲', 'ml@names.test'],
  ])
  const found = async (q: string) =>
    (await shop.it.kernel.resources.options(shop.it.ctx, 'customer', q, [])).map(({ value, label }) => [value, label])
  for (const q of ['kwok', 'kk@names', 'Lee']) expect([q, await found(q)]).toEqual([q, [[ids[0], 'Kwok Keung Lee']]])
  const persons = (await shop.owner.get('/api/admin/person?q=names.test')).body.data
  expect(persons.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Kwok Keung Lee', '陳美玲'])
  await shop.owner.put(`${at}/${ids[0]}`, { first_name: 'Kevin' })
  expect((await shop.owner.get(`${at}/${ids[0]}`)).body.name).toBe('Kevin Lee')
})

test('a sheet identifies a customer by email address', async () => {
  const { body } = await shop.owner.get(`${at}/export?format=csv`)
  const [head = ''] = String(body.body ?? body).split(/\r?\n/)
  expect(
    head
      .replace(/^\uFEFF/, '')
      .split(',')
      .slice(0, 3),
  ).toEqual(['first_name', 'last_name', 'email'])
})

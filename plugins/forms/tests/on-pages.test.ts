import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { field, makeForm, withFields } from './form-fixture.ts'

const shop = suite(['forms', 'content', 'people'])

test('a widget shows a form by its url, a login notice to guests of a members-only one, and nothing for an unknown one', async () => {
  const { url } = await makeForm(shop.owner)
  const widget = async (data: object) => (await shop.guest.post('/api/widget', { type: 'form', data })).body
  expect(await widget({ url })).toMatchObject([{ url, title: 'Survey', standing: 'open' }])
  const ours = await makeForm(shop.owner, { ...withFields(field('name')), allow_guest: false })
  expect(await widget({ url: ours.url })).toMatchObject([{ url: ours.url, standing: 'needs_account', tabs: [] }])
  for (const data of [{ url: 'nowhere' }, { url: 7 }, {}]) expect(await widget(data)).toEqual([])
})

test('menu entries lead to forms, and the sitemap lists the public ones', async () => {
  const open = await makeForm(shop.owner)
  const closed = await makeForm(shop.owner, { ...withFields(field('name')), closes_at: '2020-01-01T00:00:00Z' })
  expect((await shop.owner.post('/api/admin/menu', { title: 'Ask', type: 'form', url: open.url })).status).toBe(201)
  expect((await shop.owner.post('/api/admin/menu', { title: 'Ask', type: 'form', url: 'nowhere' })).status).toBe(422)
  expect((await shop.guest.post('/api/menu', { url: open.url })).body).toMatchObject({ to: `/form/${open.url}` })
  const part = (await shop.guest.get('/api/sitemap/form-1.xml')).body as string
  expect(part).toContain(`/form/${open.url}<`)
  expect(part).not.toContain(`/form/${closed.url}<`)
})

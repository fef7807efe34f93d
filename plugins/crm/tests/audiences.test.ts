import { beforeAll, describe, expect, test } from 'vitest'
import { type Ctx, AppError } from 'stoa'
import { suite } from 'stoa/testing'
import { audiences } from '../services/audiences.ts'
import { writing } from './writing.ts'

/** CRM audiences for broadcasts. */
const shop = suite(['crm', 'content', 'forms', 'people'])
const { contact, change, funnel, made } = writing(shop)
const ids = { cafés: 0, pictures: 0, red: 0, a: 0, b: 0, c: 0 }

type Kind = keyof typeof audiences
const people = async (kind: Kind, chosen: object, channel: 'email' | 'sms' = 'email', ctx: Ctx = shop.it.ctx) => {
  const { db } = shop.it.kernel
  const found = await db.rows<{ contact_id: number; address: string | null; language: string | null }>(
    await audiences[kind].peopleSql(ctx, db, chosen as never, channel),
  )
  return found.toSorted((x, y) => x.contact_id - y.contact_id)
}
const listContactIds = async (...args: Parameters<typeof people>) => (await people(...args)).map(({ contact_id }) => contact_id)

beforeAll(async () => {
  ids.red = (await made('tag', { name: 'Red' })).id
  ids.cafés = (await made('group', { name: 'Cafés' })).id
  ids.pictures = (await made('group', { name: 'Pictures', kind: 'dynamic', filter: { source: 'instagram' } })).id
  ids.a = (await contact({ first_name: 'A', groups: [ids.cafés], country_code: '852', phone: '5555 0150', spoken_language: 'zh-HK' })).id
  ids.b = (await contact({ first_name: 'B', source: 'instagram', tags: [ids.red], email: null })).id
  ids.c = (await contact({ first_name: 'C' })).id
})

describe('contacts of groups', () => {
  test('static and dynamic groups together include each contact once', async () => {
    expect(await listContactIds('groups', { groups: [ids.cafés] })).toEqual([ids.a])
    expect(await listContactIds('groups', { groups: [ids.pictures] })).toEqual([ids.b])
    await change(`contact/${ids.a}`, { source: 'instagram' })
    expect(await listContactIds('groups', { groups: [ids.cafés, ids.pictures] })).toEqual([ids.a, ids.b])
    expect(await listContactIds('groups', { groups: [999_999] })).toEqual([])
  })

  test('no selection is rejected instead of selecting everybody', async () => {
    for (const chosen of [{}, { groups: [] }, { groups: 'x' }])
      await expect(people('groups', chosen), JSON.stringify(chosen)).rejects.toThrow(AppError)
    await expect(people('tags', {})).rejects.toThrow(AppError)
  })
})

test('contacts are selected by tags or list filter; an invalid filter is rejected', async () => {
  expect(await listContactIds('tags', { tags: [ids.red] })).toEqual([ids.b])
  expect(await listContactIds('contacts', { filter: { tags: String(ids.red) } })).toEqual([ids.b])
  expect(await listContactIds('contacts', {})).toEqual([ids.a, ids.b, ids.c])
  for (const filter of [{ nonsense: 'x' }, 'x', { source: 'pigeon' }, { q: 'x'.repeat(501) }])
    await expect(people('contacts', { filter }), JSON.stringify(filter)).rejects.toThrow(AppError)
})

test('each contact is addressed by the channel of the message, in the preferred language', async () => {
  const [mail] = await people('contacts', { filter: { q: 'A' } })
  expect(mail).toMatchObject({ contact_id: ids.a, address: expect.stringMatching(/@crm\.test$/), language: 'zh-HK' })
  const sms = await people('contacts', {}, 'sms')
  expect(sms.map(({ contact_id, address }) => [contact_id, address])).toEqual([
    [ids.a, '85255550150'],
    [ids.b, null],
    [ids.c, null],
  ])
  expect((await people('contacts', {})).map(({ address }) => address === null)).toEqual([false, true, false])
})

test('a saved filter that is no longer valid matches nobody and is reported', async () => {
  const group = await made('group', { name: 'Old', kind: 'dynamic', filter: { once: 'x' } })
  expect((await shop.owner.get(`/api/admin/group/${group.id}/members`)).status).toBe(422)
  await expect(people('groups', { groups: [group.id] })).rejects.toThrow(AppError)
})

describe('a funnel embedded in a page', () => {
  const widget = async (data: object) => (await shop.guest.post('/api/widget', { type: 'funnel', data, language: 'zh-HK' })).body

  test('is shown in the language of the page with its form; guests see when an account is required', async () => {
    const form = await made('form', { title: 'Ask', url: 'ask' })
    const way = await funnel({
      title: { 'en-US': 'Join', 'zh-HK': '加入' },
      form_id: form.id,
      content: { 'en-US': '<p>Hi</p><script>x()</script>' },
    })
    expect(await widget({ url: way.url })).toMatchObject([
      { title: '加入', content: '<p>Hi</p>', needs_account: false, form: { url: 'ask' } },
    ])
    await change(`form/${form.id}`, { allow_guest: false })
    expect(await widget({ url: way.url })).toMatchObject([{ title: '加入', content: '<p>Hi</p>', needs_account: true, form: null }])
    await shop.owner.post(`/api/admin/funnel/${way.id}/disable`)
    expect(await widget({ url: way.url })).toEqual([])
  })

  test('renders nothing without a valid URL', async () => {
    for (const data of [{}, { url: '' }, { url: 7 }, { url: 'x'.repeat(301) }, { url: 'nowhere' }]) expect(await widget(data)).toEqual([])
  })

  test('shows its default fields again when its form is deleted', async () => {
    const form = await made('form', { title: 'Gone', url: 'gone' })
    const way = await funnel({ form_id: form.id })
    expect((await shop.owner.delete(`/api/admin/form/${form.id}`)).status).toBeLessThan(300)
    expect((await shop.guest.get(`/api/funnel/${way.url}`)).body.form).toBeNull()
    expect((await shop.owner.get(`/api/admin/funnel/${way.id}`)).body).toMatchObject({ form_id: null, version: way.version + 2 })
  })

  test('takes the source from the link, and uses "form" for an unknown one', async () => {
    const way = await funnel()
    const enter = async (source: string, email: string) => {
      const { status } = await shop.guest.post(`/api/funnel/${way.url}?source=${source}`, { first_name: 'Kim', email })
      expect(status).toBe(201)
    }
    await enter('whatsapp', 'w@crm.test')
    await enter('pigeon', 'p@crm.test')
    await enter('', 'n@crm.test')
    const { data } = (await shop.owner.get(`/api/admin/lead?funnel_id=${way.id}&sort=id`)).body
    expect(data.map((row: { source: string }) => row.source)).toEqual(['whatsapp', 'form', 'form'])
  })
})

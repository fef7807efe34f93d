import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { field, makeForm, getRefusal, withFields } from './form-fixture.ts'

const shop = suite(['forms', 'people'])
const post = (body: object) => shop.owner.post('/api/admin/form', { title: 'F', url: `f-${Math.random()}`.replace('.', ''), ...body })
const at = async (body: object) => {
  const answer = await post(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.messages
}

test('a new form asks for name and email, in all languages', async () => {
  const made = await makeForm(shop.owner, {})
  expect(made).toMatchObject({ type: 'scratch', form_version: 1, submit_count: 0 })
  expect(made.tabs).toHaveLength(1)
  expect(made.tabs[0].fields.map((field: any) => [field.key, field.type, field.required])).toEqual([
    ['first_name', 'text', true],
    ['last_name', 'text', true],
    ['email', 'text', true],
    ['phone', 'phone', true],
    ['country_code', 'hidden', false],
  ])
  const chinese = await shop.guest.get(`/api/form/${made.url}?language=zh-HK`)
  expect(chinese.body.tabs[0].fields.map((field: any) => field.title)).toEqual(['名字', '姓氏', '電郵', '電話', '電話區號'])
})

test('title, url, and of a field type, key and title are required; a url is unique', async () => {
  expect(Object.keys(await at({ title: '', url: '' })).sort()).toEqual(['title', 'url'])
  expect(Object.keys(await at(withFields({}))).sort()).toEqual(['tabs.0.fields.0.key', 'tabs.0.fields.0.title', 'tabs.0.fields.0.type'])
  const { url } = await makeForm(shop.owner)
  expect(await at({ url })).toEqual({ url: ['Please make sure that URL field is unique'] })
})

test('keys have a fixed format and are unique within the form', async () => {
  expect((await at(withFields(field('Größe'))))['tabs.0.fields.0.key']).toEqual([
    'Input can only contain lowercase letters, numbers and _ character',
  ])
  expect((await at(withFields(field('1st'))))['tabs.0.fields.0.key']).toEqual(['Input must start with a lowercase letter.'])
  expect(
    await at({
      tabs: [
        { title: 'A', fields: [field('age')] },
        { title: 'B', fields: [field('age')] },
      ],
    }),
  ).toEqual({
    'tabs.1.fields.0.key': ['Field key can not be repeated.'],
  })
  expect(await at(withFields(field('constructor')))).toHaveProperty(['tabs.0.fields.0.key'])
  const options = {
    options: [
      { value: 'a', label: 'A' },
      { value: 'a', label: 'B' },
    ],
  }
  expect(await at(withFields(field('tea', { type: 'single_select', additional_options: options })))).toEqual({
    'tabs.0.fields.0.additional_options': ['Key can not be repeated.'],
  })
})

test('every tab has a field, and a phone field has its country code field', async () => {
  expect(await at({ tabs: [{ title: 'A', fields: [] }] })).toEqual({
    'tabs.0.fields': ['Every form tab must contain at least one field.'],
  })
  expect(await at(withFields(field('phone', { type: 'phone' })))).toHaveProperty(['tabs.0.fields.0.additional_options'])
  expect(await at({ ...withFields(field('a')), rules: [{ rule: 'at_least_one_required', keys: ['a', 'b'] }] })).toHaveProperty('rules')
  expect(await at({ ...withFields(field('a'), field('b')), rules: [{ rule: 'nonsense', keys: ['a', 'b'] }] })).toHaveProperty('rules')
})

test('field options depend on its type; other options are dropped or rejected', async () => {
  const made = await makeForm(
    shop.owner,
    withFields(
      field('a', { additional_options: { min: 2, max: 5, pattern: '[a-z]+', hidden: true, options: ['x'] } }),
      field('b', { type: 'file', additional_options: { max_bytes: 50_000, extensions: ['.PDF', 'jpeg'], max_files: 2 } }),
    ),
  )
  expect(made.tabs[0].fields.map((field: any) => field.additional_options)).toEqual([
    { min: 2, max: 5, pattern: '[a-z]+' },
    { max_bytes: 50_000, extensions: ['pdf', 'jpg'], max_files: 2 },
  ])
  for (const wrong of [
    field('a', { additional_options: { min: 5, max: 2 } }),
    field('a', { additional_options: { pattern: '(' } }),
    field('a', { type: 'single_select' }),
    field('a', { type: 'file', additional_options: { max_bytes: 3_000_000 } }),
    field('a', { type: 'file', additional_options: { extensions: ['exe'] } }),
  ])
    expect(Object.keys(await at(withFields(wrong)))).toEqual(['tabs.0.fields.0.additional_options'])
})

test('a new version is created when validation changes, and not for new labels or a new order', async () => {
  const made = await makeForm(
    shop.owner,
    withFields(field('a'), field('b', { type: 'single_select', additional_options: { options: [{ value: 'x', label: 'X' }] } })),
  )
  const { id } = made
  let { version } = made
  const change = async (change: (fields: any[]) => any[], more: object = {}) => {
    const now = (await shop.owner.get(`/api/admin/form/${id}`)).body
    const tabs = now.tabs.map((tab: any) => ({ id: tab.id, title: tab.title, fields: change(tab.fields) }))
    const answer = await shop.owner.put(`/api/admin/form/${id}`, { tabs, version, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    version = answer.body.version
    return answer.body.form_version
  }
  expect(await change((fields) => fields.map((field) => ({ ...field, title: 'Other', placeholder: 'Here', class: 'half' })))).toBe(1)
  expect(await change((fields) => fields.toReversed())).toBe(1)
  const label = (formField: any) => ({ ...formField, additional_options: { options: [{ value: 'x', label: { 'en-US': 'Ex' } }] } })
  expect(await change((fields) => fields.map((field) => (field.key === 'b' ? label(field) : field)))).toBe(1)
  expect(await change((fields) => fields.map((field) => ({ ...field, required: true })))).toBe(2)
  const more = (formField: any) => ({ ...formField, additional_options: { options: [{ value: 'x' }, { value: 'y' }] } })
  expect(await change((fields) => fields.map((field) => (field.key === 'b' ? more(field) : field)))).toBe(3)
  expect(await change((fields) => fields, { rules: [{ rule: 'both_empty_or_both_value', keys: ['a', 'b'] }] })).toBe(4)
  expect(await change((fields) => fields, { title: 'Another name' })).toBe(4)
})

test('a copy has its own URL, is disabled, and has the same fields', async () => {
  const made = await makeForm(shop.owner, withFields(field('a'), field('b', { type: 'hidden', additional_options: { default: 'shop' } })))
  await shop.guest.post(`/api/form/${made.url}`, { a: 'x' })
  const listed = (await shop.owner.get(`/api/admin/form/${made.id}/clone`)).body.data
  const copy = await shop.owner.get(`/api/admin/form/${listed[0].id}`)
  expect(copy.body).toMatchObject({ title: 'Survey (copy)', enabled: false, submit_count: 0, form_version: 1 })
  expect(copy.body.url).not.toBe(made.url)
  expect(copy.body.tabs[0].fields.map((field: any) => [field.key, field.additional_options])).toEqual([
    ['a', {}],
    ['b', { default: 'shop' }],
  ])
})

test('a form with submissions cannot be deleted, and batches report which ids and why', async () => {
  const [sent, other] = [await makeForm(shop.owner), await makeForm(shop.owner)]
  expect((await shop.guest.post(`/api/form/${sent.url}`, { name: 'Kim' })).status).toBe(201)
  expect((await shop.owner.delete(`/api/admin/form/${sent.id}`)).status).toBe(422)
  const { body } = await shop.owner.delete('/api/admin/form/batch', { ids: [sent.id, other.id] })
  expect(body).toMatchObject({ success_ids: [other.id], fail_ids: [sent.id] })
  expect(body.fails[0].reason).toMatch(/^It has already been submitted and so cannot be deleted/)
})

test('staff with read permission only cannot change anything', async () => {
  const { id } = await makeForm(shop.owner)
  const viewer = await shop.it.staff('forms.viewer')
  expect((await viewer.get(`/api/admin/form/${id}`)).status).toBe(200)
  expect((await viewer.put(`/api/admin/form/${id}`, { title: 'x' })).status).toBe(403)
  expect(getRefusal(await viewer.get(`/api/admin/form/${id}/export`))[0]).toBe(403)
})

import { describe, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'

const shop = suite(['catalogue'])
const post = (body: object) => shop.owner.post('/api/admin/attribute', body)
const made = async (body: object) => fine(await post(body)).body
const refused = async (body: object) => {
  const answer = await post(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return Object.keys(answer.body.messages)
}
let n = 0
const product = async (more: object) => {
  const sku = `A-${++n}`
  return fine(await shop.owner.post('/api/admin/product', { name: sku, sku, url: sku.toLowerCase(), stocks: [{ price: '1.00' }], ...more }))
    .body
}

describe('an attribute', () => {
  test.each([
    'page',
    'limit',
    'sort',
    'language',
    'url',
    'keyword',
    'facets',
    'brand',
    'category',
    'flag',
    'in_stock',
    'price_from',
    'price_to',
    'gclid',
    'fbclid',
  ])('cannot have the reserved key %s', async (key) => {
    expect(await refused({ key, label: 'X' })).toEqual(['key'])
  })

  test('cannot be a filter with text input, but can be a specification', async () => {
    expect(await refused({ key: 'care', label: 'Care', kind: 'filter', input: 'text' })).toEqual(['input'])
    const fact = await made({ key: 'care', label: 'Care', kind: 'spec', input: 'text' })
    const turned = await shop.owner.put(`/api/admin/attribute/${fact.id}`, { kind: 'filter' })
    expect([turned.status, Object.keys(turned.body.messages)]).toEqual([422, ['input']])
  })

  test.each(['multi', 'text', 'number', 'bool'])('cannot be a stock option with input %s', async (input) => {
    expect(await refused({ key: 'size', label: 'Size', kind: 'stock_option', input })).toEqual(['input'])
  })

  test('in use cannot change its kind, input or key, and the error tells how many products use it; other fields can change', async () => {
    const glaze = await made({ key: 'glaze', label: 'Glaze', values: [{ label: 'A' }] })
    const carried = { attributes: [{ attribute_id: glaze.id, values: [glaze.values[0].id] }] }
    const [first, two] = [await product(carried), await product(carried)]
    for (const change of [{ key: 'other' }, { kind: 'spec' }, { input: 'multi' }]) {
      const answer = await shop.owner.put(`/api/admin/attribute/${glaze.id}`, change)
      expect([answer.status, answer.body.messages], JSON.stringify(change)).toEqual([
        422,
        { [Object.keys(change)[0] as string]: ['2 products use this attribute, so this setting cannot be changed.'] },
      ])
    }
    fine(await shop.owner.put(`/api/admin/attribute/${glaze.id}`, { key: 'glaze', label: 'Finish', order: 4, enabled: false }))
    for (const { id } of [first, two]) fine(await shop.owner.delete(`/api/admin/product/${id}`))
    fine(await shop.owner.put(`/api/admin/attribute/${glaze.id}`, { key: 'finish', kind: 'spec' }))
  })
})

describe('attribute values', () => {
  const codes = (body: { values: { code: string }[] }) => body.values.map(({ code }) => code)

  test('get codes from the label in the main language, without a numeric suffix', async () => {
    const attribute = await made({
      key: 'shade',
      label: 'Shade',
      values: [{ label: { 'en-US': 'Dark Red', 'zh-HK': '深紅' } }, { label: 'Bone', code: 'bone-china' }],
    })
    expect(codes(attribute)).toEqual(['dark-red', 'bone-china'])
  })

  test('cannot share a code within one attribute, but can across attributes', async () => {
    expect(await refused({ key: 'mood', label: 'Mood', values: [{ label: 'Calm' }, { label: 'calm' }] })).toEqual(['values.1.code'])
    await made({ key: 'mood', label: 'Mood', values: [{ label: 'Calm' }] })
    expect(codes(await made({ key: 'mood_b', label: 'Mood', values: [{ label: 'Calm' }] }))).toEqual(['calm'])
  })

  test('in use keep their code; their labels and unused codes can change', async () => {
    const wood = await made({ key: 'wood', label: 'Wood', values: [{ label: 'Oak' }, { label: 'Ash' }] })
    const [oak, ash] = wood.values
    await product({ attributes: [{ attribute_id: wood.id, values: [oak.id] }] })
    const put = (values: object[]) => shop.owner.put(`/api/admin/attribute/${wood.id}`, { values })
    const refused = await put([{ id: oak.id, code: 'oak-tree' }, { id: ash.id }])
    expect([refused.status, refused.body.messages]).toEqual([
      422,
      { 'values.0.code': ['1 product uses this attribute, so this setting cannot be changed.'] },
    ])
    const changed = fine(
      await put([
        { id: oak.id, label: 'Old oak' },
        { id: ash.id, code: 'ash-tree' },
      ]),
    ).body
    expect(codes(changed)).toEqual(['oak', 'ash-tree'])
    expect(codes(fine(await put([{ id: oak.id }])).body)).toEqual(['oak'])
  })

  test('used as stock options keep their code while a product offers it', async () => {
    const size = await made({ key: 'fit', label: 'Fit', kind: 'stock_option', values: [{ label: 'S' }, { label: 'M' }] })
    const options = [{ key: 'fit', label: 'Fit', values: [{ code: size.values[0].code, label: 'S' }] }]
    const { id } = await product({ options, stocks: [{ price: '1.00', values: { fit: size.values[0].code } }] })
    const rename = () =>
      shop.owner.put(`/api/admin/attribute/${size.id}`, { values: [{ id: size.values[0].id, code: 'small' }, { id: size.values[1].id }] })
    expect((await rename()).status).toBe(422)
    fine(await shop.owner.delete(`/api/admin/product/${id}`))
    expect(codes(fine(await rename()).body)).toEqual(['small', size.values[1].code])
  })
})

describe('attribute values of a product', () => {
  test('must match the attribute: stock options are not set here, types must fit, and an empty value is empty', async () => {
    const fit = await made({ key: 'cut', label: 'Cut', kind: 'stock_option', values: [{ label: 'S' }] })
    const volume = await made({ key: 'volume', label: 'Volume', input: 'number' })
    const vegan = await made({ key: 'vegan', label: 'Vegan', input: 'bool' })
    const colours = await made({ key: 'tint', label: 'Tint', input: 'multi', values: [{ label: 'A' }, { label: 'B' }] })
    const listErrors = async (line: object) => {
      const answer = await shop.owner.post('/api/admin/product', {
        name: 'X',
        sku: `X-${++n}`,
        attributes: [line],
        stocks: [{ price: '1.00' }],
      })
      return answer.status === 201 ? answer.body.attributes[0] : Object.keys(answer.body.messages)
    }
    expect(await listErrors({ attribute_id: fit.id })).toEqual(['attributes.0.attribute_id'])
    expect(await listErrors({ attribute_id: volume.id, flag: true })).toEqual(['attributes.0.flag'])
    expect(await listErrors({ attribute_id: vegan.id, number: '0' })).toEqual(['attributes.0.number'])
    expect(await listErrors({ attribute_id: vegan.id, flag: true })).toMatchObject({ flag: true })
    expect(await listErrors({ attribute_id: volume.id, number: 'much' })).toEqual(['attributes.0.number'])
    expect(await listErrors({ attribute_id: colours.id, values: colours.values.map((v: { id: number }) => v.id) })).toMatchObject({
      values: expect.any(Array),
    })
    expect(await listErrors({ attribute_id: colours.id, values: [colours.values[0].id, fit.values[0].id] })).toEqual([
      'attributes.0.values',
    ])
    expect(await listErrors({ attribute_id: volume.id, text: { 'en-US': '', 'zh-HK': '' } })).toMatchObject({ attribute_id: volume.id })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { listStocks } from 'stoa/plugins/catalogue'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'
import { writing } from '../../../tests/support/write-product.ts'
import { offeredServices, offeredStocks, offeredUrls } from '../services/services.ts'

const shop = suite(['service', 'inventory'])
const { make, product, ctx, db } = createCatalogueHelpers(shop)
const { made, put, refused } = writing(() => shop.owner)

test('services have approval and form; another type rejects them, and changing the type clears them', async () => {
  expect(await refused({ is_approval_required: true })).toEqual({
    is_approval_required: ['This applies only to products of type Service.'],
  })
  const service = await made({ type: 'service', is_approval_required: true })
  expect(service).toMatchObject({ is_approval_required: true, by_application: true, form_id: null })
  expect(await put(service.id, { is_approval_required: false })).toMatchObject({ by_application: false })
  expect(await put(service.id, { is_approval_required: true, by_application: false })).toMatchObject({ by_application: true })
  expect(await put(service.id, { type: 'virtual' })).toMatchObject({ is_approval_required: false, by_application: false })
})

test('a service shows the name of its form, and an unknown form or another product type is rejected', async () => {
  const form = await make('form', { title: 'Question', url: 'question' })
  expect(await made({ type: 'service', form_id: form.id, visibled: false })).toMatchObject({
    form_id: form.id,
    form_name: 'Question',
    by_application: true,
  })
  expect(await refused({ type: 'general', form_id: form.id })).toEqual({ form_id: ['This applies only to products of type Service.'] })
  expect(await refused({ type: 'service', form_id: 999_999 })).toHaveProperty('form_id')
})

describe('the service list', () => {
  let form: number
  beforeAll(async () => {
    form = (await make('form', { title: 'Enquiry', url: 'enquiry' })).id
  })
  test('contains visible services with a form, with their lowest price, sorted by name', async () => {
    const service = { type: 'service', form_id: form }
    const sewing = await product({
      ...service,
      name: 'Sewing',
      short_description: '<p>By hand</p>',
      stocks: [
        { price: '30.00', special_price: '25.00', values: { length: 'Long' } },
        { price: '90.00', values: { length: 'Short' } },
      ],
    })
    const cleaning = await product({ ...service, name: 'Cleaning', is_approval_required: true })
    await product({ ...service, name: 'Hidden', visibled: false })
    const plain = await product({ type: 'service', name: 'Plain service' })
    const all = await offeredServices(ctx(), db())
    expect(all.map(({ name, price, needs_approval }) => [name, price, needs_approval])).toEqual([
      ['Cleaning', '10.00', true],
      ['Sewing', '25.00', false],
    ])
    expect(
      (await offeredServices(ctx(), db(), sewing.url)).map(({ id, short_description, form_id }) => [id, short_description, form_id]),
    ).toEqual([[sewing.id, '<p>By hand</p>', form]])
    expect((await offeredStocks(ctx(), db(), sewing.id)).map(({ choice, price }) => [choice, price])).toEqual([
      ['Long', '25.00'],
      ['Short', '90.00'],
    ])
    expect(await offeredUrls(shop.it.kernel, [sewing.id, plain.id, cleaning.id])).toEqual(
      new Map([
        [sewing.id, sewing.url],
        [cleaning.id, cleaning.url],
      ]),
    )
    expect(await offeredUrls(shop.it.kernel, [])).toEqual(new Map())
    // These services cannot be added to a cart directly. A service without a form and approval is sold like any product.
    const sold = (await listStocks(db())).map(({ product_id }) => product_id)
    expect([sold.includes(sewing.id), sold.includes(cleaning.id), sold.includes(plain.id)]).toEqual([false, false, true])
    expect(fine(await shop.guest.post('/api/product', { url: sewing.url })).body.by_application).toBe(true)
    expect(fine(await shop.guest.post('/api/product', { url: plain.url })).body.by_application).toBe(false)
  })
})

import knex from 'knex'
import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { down, up } from '../migrations/0015_applications_apart.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'

const shop = suite(['service', 'inventory'])
const { make, product } = createCatalogueHelpers(shop)

test('upgrading a database that stores form and approval on products keeps both, and such products stay on application', async () => {
  const form = await make('form', { title: 'Enquiry', url: 'enquiry' })
  const [approvalRequired, sold] = [await product({ type: 'service' }), await product({ type: 'service' })]
  const old = knex({ client: 'pg', connection: shop.it.url })
  try {
    await old.transaction((trx) => down(trx as never))
    await old.raw(`update product set is_approval_required = true, form_id = ${form.id} where id = ${approvalRequired.id}`)
    await old.transaction((trx) => up(trx as never))
    const read = async (id: number) => fine(await shop.owner.get(`/api/admin/product/${id}`)).body
    expect(await read(approvalRequired.id)).toMatchObject({
      is_approval_required: true,
      form_id: form.id,
      form_name: 'Enquiry',
      by_application: true,
    })
    expect(await read(sold.id)).toMatchObject({ is_approval_required: false, form_id: null, by_application: false })
    await old.transaction((trx) => down(trx as never))
    const { rows } = await old.raw(
      `select is_approval_required, form_id, ext->'service' as rest from product where id = ${approvalRequired.id}`,
    )
    expect(rows).toEqual([{ is_approval_required: true, form_id: form.id, rest: null }])
    await old.transaction((trx) => up(trx as never))
  } finally {
    await old.destroy()
  }
})

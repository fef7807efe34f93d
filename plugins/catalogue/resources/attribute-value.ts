import { defineResource, f, validationError, sql, message, type Tx } from 'stoa'

/** A value of an attribute, such as red. */
export const attributeValue = defineResource({
  name: 'attribute_value',
  verbs: [],
  label: 'label',
  match: 'code',
  fields: {
    attribute_id: f.one('attribute'),
    label: f.text({ localized: true }),
    code: f.slug({ unique: true, maxLength: 60 }),
    colour: f.maybe(f.colour()),
    image: f.maybe(f.image()),
    order: f.int({ default: 0, readOnly: true }),
  },
  hooks: {
    validate: async ({ tx, input, old }) => {
      const used = old && input.code !== undefined && input.code !== old.code ? await findUses(tx, old) : 0
      if (used > 0) throw validationError({ code: message('catalogue:error.attribute_fixed', { count: used }) })
    },
    canDelete: async ({ tx, row }) => {
      const used = await findUses(tx, row)
      return used > 0 ? message('catalogue:error.attribute_value_in_use', { count: used, value: row.code }) : true
    },
  },
})

/** Number of active products that use a value, as an attribute or as an option of their stock items. */
async function findUses(tx: Tx, { id, attribute_id, code }: { id: number; attribute_id: number; code: string }): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`select count(distinct p.id) as n from product p where p.deleted_at is null and (
    p.id in (select a.product_id from product_attribute a join product_attribute_value v on v.product_attribute_id = a.id where v.attribute_value_id = ${id})
    or p.id in (select o.product_id from product_option o join option_value c on c.product_option_id = o.id
      join attribute t on t.key = o.key and t.kind = 'stock_option' where t.id = ${attribute_id} and c.code = ${code}))`)
  return row?.n ?? 0
}

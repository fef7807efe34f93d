import { defineResource, f, validationError, sql, message, type ValidatedInput } from 'stoa'

const fields = {
  product_id: f.one('product'),
  attribute_id: f.one('attribute'),
  values: f.many('attribute_value', { through: 'product_attribute_value' }),
  text: f.maybe(f.text({ localized: true })),
  number: f.maybe(f.decimal()),
  flag: f.flag({ default: false }),
}

/** An attribute of a product: selected values, a text, a number, or a boolean, by the attribute's type. */
export const productAttribute = defineResource({
  name: 'product_attribute',
  verbs: [],
  label: 'attribute_id',
  fields,
  hooks: { validate: fits },
})

interface Kind {
  kind: string
  input: string
}

/** Rejects values that do not fit the attribute: of another attribute, several instead of one, a text instead of a number. */
async function fits({ tx, input, old }: ValidatedInput<typeof fields>): Promise<void> {
  const id = input.attribute_id ?? old?.attribute_id
  const found = await tx.one<Kind>(sql`select kind, input from attribute where id = ${id}`)
  if (!found) throw validationError({ attribute_id: message('core:rule.not_exists') })
  if (found.kind === 'stock_option') throw validationError({ attribute_id: message('catalogue:error.attribute_is_option') })
  const values = input.values ?? old?.values ?? []
  const chooses = found.input === 'select' || found.input === 'multi'
  if (values.length > (found.input === 'multi' ? 100 : chooses ? 1 : 0))
    throw validationError({ values: message('catalogue:error.attribute_one_value') })
  if (values.length > 0) {
    const ownValues = await tx.one<{ n: number }>(
      sql`select count(*) as n from attribute_value where attribute_id = ${id} and id = any(${values}::bigint[])`,
    )
    if (ownValues?.n !== values.length) throw validationError({ values: message('core:rule.choice') })
  }
  const filled = { text: Object.values(input.text ?? {}).some(Boolean), number: (input.number ?? null) !== null, bool: input.flag === true }
  const strange = (['text', 'number', 'bool'] as const).find((name) => filled[name] && found.input !== name)
  if (strange) throw validationError({ [strange === 'bool' ? 'flag' : strange]: message('catalogue:error.attribute_other_input') })
}

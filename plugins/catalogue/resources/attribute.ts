import { defineResource, type DraftInput, f, validationError, slugFrom, sql, message, type Tx, type ValidatedInput } from 'stoa'
import { attributePositions, listAttributesAt } from '../services/read/attributes.ts'
import { reservedWords } from '../services/lists/filter.ts'
import { attributeValue } from './attribute-value.ts'

const fields = {
  label: f.text({ localized: true, list: 1, sort: true, search: true }),
  key: f.key({ unique: true, list: 2, sort: true, search: true }),
  kind: f.pick(['filter', 'spec', 'stock_option'], { default: 'filter', list: 3, filter: true }),
  input: f.pick(['select', 'multi', 'text', 'number', 'bool'], {
    default: 'select',
    list: 4,
    filter: true,
    showIf: { field: 'kind', in: ['filter', 'spec'] },
  }),
  values: f.rows(attributeValue, { by: 'attribute_id', sheet: false, showIf: { field: 'input', in: ['select', 'multi'] } }),
  position: f.picks(attributePositions, { list: 5, group: 'side' }),
  order: f.int({ default: 0, list: 6, sort: true, inline: true, group: 'side' }),
  enabled: f.flag({ default: true, list: 7, filter: true, inline: true, batch: true, group: 'side' }),
}

/** An attribute of products: a filter of lists, a fact on the product page, or a template for options. */
export const attribute = defineResource({
  name: 'attribute',
  label: 'label',
  match: 'key',
  sortBy: 'order',
  locked: true,
  fields,
  ask: (ctx, body) => (typeof body.position === 'string' && body.key === undefined ? listAttributesAt(ctx, body.position) : undefined),
  hooks: {
    beforeValidate: fillCodes,
    validate: refuse,
    canDelete: async ({ tx, row }) => {
      const used = await findUses(tx, row)
      return used > 0 ? message('catalogue:error.attribute_in_use', { count: used }) : true
    },
  },
})

/** Rejects invalid combinations, and changes that active products depend on. */
async function refuse({ tx, input, old }: ValidatedInput<typeof fields>): Promise<void> {
  const { key } = input
  if (key !== undefined && reservedWords.includes(key)) throw validationError({ key: message('core:rule.reserved', { word: key }) })
  const kind = input.kind ?? old?.kind
  const entry = input.input ?? old?.input ?? 'select'
  if (kind === 'filter' && entry === 'text') throw validationError({ input: message('catalogue:error.attribute_text_filter') })
  if (kind === 'stock_option' && entry !== 'select') throw validationError({ input: message('catalogue:error.attribute_option_input') })
  if (!old) return
  const changed = (['kind', 'input', 'key'] as const).find((name) => input[name] !== undefined && input[name] !== old[name])
  const used = changed ? await findUses(tx, old) : 0
  if (changed && used > 0) throw validationError({ [changed]: message('catalogue:error.attribute_fixed', { count: used }) })
}

/** Number of active products that use an attribute, directly or as an option of their stock items. */
async function findUses(tx: Tx, { id, key, kind }: { id: number; key: string; kind: string }): Promise<number> {
  const row = await tx.one<{ n: number }>(
    kind === 'stock_option'
      ? sql`select count(distinct o.product_id) as n from product_option o join product p on p.id = o.product_id
          where o.key = ${key} and p.deleted_at is null`
      : sql`select count(*) as n from product_attribute a join product p on p.id = a.product_id
          where a.attribute_id = ${id} and p.deleted_at is null`,
  )
  return row?.n ?? 0
}

/** Generates missing value codes from labels. */
async function fillCodes({ ctx, input, language }: DraftInput<typeof fields>): Promise<void> {
  for (const value of input.values ?? []) {
    if (value.code || (value.id !== undefined && value.code === undefined)) continue
    const labels = value.label ?? {}
    const label = labels[ctx.mainLanguage] || labels[language] || Object.values(labels).find(Boolean)
    if (label) value.code = await plainCode(label)
  }
}

/** A slug without the digits that make paths unique: codes are unique within their attribute only. */
const plainCode = async (label: string): Promise<string> => (await slugFrom(label, 40)).replace(/-?\d{4}$/, '')

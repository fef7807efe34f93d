import { type Ctx, defineResource, f, invalid, type Row, slugFrom, sql, text, type Tx, type Write } from '#core'
import { attributePositions, attributesAt } from '../services/read/attributes.ts'
import { reservedWords } from '../services/lists/filter.ts'

type Line = Record<string, unknown>

/** Something products are told apart by: a filter of lists, a line of their facts, or a kind of option stocks are made of. */
export const attribute = defineResource({
  name: 'attribute',
  label: 'label',
  match: 'key',
  sortBy: 'order',
  locked: true,
  fields: {
    label: f.text({ localized: true, list: 1, sort: true, search: true }),
    key: f.key({ unique: true, list: 2, sort: true, search: true }),
    kind: f.pick(['filter', 'spec', 'stock_option'], { default: 'filter', list: 3, filter: true }),
    input: f.pick(['select', 'multi', 'text', 'number', 'bool'], {
      default: 'select',
      list: 4,
      filter: true,
      showIf: { field: 'kind', in: ['filter', 'spec'] },
    }),
    values: f.rows('attribute_value', { by: 'attribute_id', sheet: false, showIf: { field: 'input', in: ['select', 'multi'] } }),
    position: f.tags({ maxItems: attributePositions.length, list: 5, group: 'side' }),
    order: f.int({ default: 0, list: 6, sort: true, inline: true, group: 'side' }),
    enabled: f.flag({ default: true, list: 7, filter: true, inline: true, batch: true, group: 'side' }),
  },
  ask: (ctx: Ctx, body: Line) =>
    typeof body.position === 'string' && body.key === undefined ? attributesAt(ctx, body.position) : undefined,
  hooks: {
    prepare: fillCodes,
    check: async ({ tx, input, old }) => {
      if (reservedWords.includes(input.key as never)) throw invalid({ key: text('core:rule.reserved', { word: String(input.key) }) })
      const kind = input.kind ?? old?.kind
      const entry = input.input ?? old?.input ?? 'select'
      if (kind === 'filter' && entry === 'text') throw invalid({ input: text('catalogue:error.attribute_text_filter') })
      if (kind === 'stock_option' && entry !== 'select') throw invalid({ input: text('catalogue:error.attribute_option_input') })
      const strange = ((input.position ?? []) as string[]).find((p) => !attributePositions.includes(p as never))
      if (strange !== undefined) throw invalid({ position: text('core:rule.choice') })
      if (!old) return
      const changed = (['kind', 'input', 'key'] as const).find((name) => input[name] !== undefined && input[name] !== old[name])
      const used = changed ? await usesOf(tx, old) : 0
      if (changed && used > 0) throw invalid({ [changed]: text('catalogue:error.attribute_fixed', { count: used }) })
    },
    removable: async ({ tx, row }) => {
      const used = await usesOf(tx, row)
      return used > 0 ? text('catalogue:error.attribute_in_use', { count: used }) : true
    },
  },
})

/** Living products that carry an attribute, as a fact or as an option of their stocks. */
async function usesOf(tx: Tx, { id, key, kind }: Row): Promise<number> {
  const row = await tx.one<{ n: number }>(
    kind === 'stock_option'
      ? sql`select count(distinct o.product_id) as n from product_option o join product p on p.id = o.product_id
          where o.key = ${key} and p.deleted_at is null`
      : sql`select count(*) as n from product_attribute a join product p on p.id = a.product_id
          where a.attribute_id = ${id} and p.deleted_at is null`,
  )
  return row?.n ?? 0
}

/** A value without a code gets one made from its label. */
async function fillCodes({ ctx, input, language }: Write): Promise<void> {
  if (!Array.isArray(input.values)) return
  input.values = await Promise.all(
    (input.values as Line[]).map(async (value) => {
      if (value.id !== undefined && value.code === undefined) return value
      if (typeof value.code === 'string' && value.code.trim() !== '') return value
      const label = typeof value.label === 'string' ? value.label : labelOf(value.label, [ctx.main, language])
      return label ? { ...value, code: await plainCode(label) } : value
    }),
  )
}

function labelOf(label: unknown, languages: readonly string[]): string {
  const map = (label ?? {}) as Record<string, string>
  return languages.map((l) => map[l]).find(Boolean) ?? Object.values(map)[0] ?? ''
}

/** A slug without the digits that keep addresses apart: codes are unique within their attribute only. */
const plainCode = async (label: string): Promise<string> => (await slugFrom(label, 40)).replace(/-?\d{4}$/, '')

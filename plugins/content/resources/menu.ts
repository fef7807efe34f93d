import { defineResource, type DraftInput, f, id, validationError, sql, message as say, type ValidatedInput } from 'stoa'
import { isMenuLink } from '../domain/addresses.ts'
import { MENU_TYPES, menuType } from '../services/menu-types.ts'
import { code, enabled, metaText, metaTitle, picture, shortText, title } from './shared.ts'

const displayFlag = (o = {}) => f.flag({ default: true, filter: true, inline: true, batch: true, list: true, group: 'side', ...o })

const fields = {
  title,
  parent_id: f.maybe(f.one('menu', { filter: true })),
  type: f.text({ maxLength: 40, list: true, filter: true, named: MENU_TYPES }),
  url: f.text({ maxLength: 2_000, list: true, search: true }),
  order: f.maybe(f.int({ min: 0, list: true, sort: true })),
  enabled,
  open_in_current_tab: displayFlag({ list: false }),
  display_in_mobile: displayFlag(),
  display_in_desktop: displayFlag(),
  short_description: shortText,
  image: picture,
  products: f.many('product', { through: 'menu_product', ifInstalled: true, group: 'side' }),
  meta_title: metaTitle,
  meta_description: metaText,
  css: code,
}

/** An entry of the store menu. */
export const menu = defineResource({
  name: 'menu',
  tree: 'parent_id',
  sortBy: 'order',
  locked: true,
  fields,
  hooks: { beforeValidate: fill, validate: checkUrl },
})

/** A new entry becomes the last sibling. Types with a fixed page set the url. */
async function fill({ ctx, mode, input, old, tx }: DraftInput<typeof fields>): Promise<void> {
  const type = input.type ?? old?.type
  const fixed = type ? menuType(ctx.kernel, type)?.fixed : undefined
  if (fixed !== undefined) input.url = fixed
  if (input.order === null) delete input.order
  if (mode === 'update' || input.order !== undefined) return
  const parent = input.parent_id ?? null
  const last = await tx.one<{ order: number | null }>(
    sql`select max(m."order") as "order" from menu m where m.parent_id is not distinct from ${parent}`,
  )
  input.order = typeof last?.order === 'number' ? last.order + 100 : 0
}

/** Validates the url according to the type of the entry. */
async function checkUrl({ ctx, input, old, tx }: ValidatedInput<typeof fields>): Promise<void> {
  if (input.url === undefined && input.type === undefined && old) return
  const name = input.type ?? old?.type ?? ''
  const url = input.url ?? old?.url ?? ''
  const type = menuType(ctx.kernel, name)
  if (!type) throw validationError({ type: say('core:rule.choice') })
  if (name === 'link' && !isMenuLink(url)) throw validationError({ url: say('core:rule.url') })
  const target = type.of === undefined || type.typed ? undefined : ctx.kernel.registry.resource(type.of)
  if (target && !(await tx.one(sql`select 1 from ${id(target.table)} t where t.url = ${url}`)))
    throw validationError({ url: say('core:rule.not_exists') })
}

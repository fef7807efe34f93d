import { expect, test } from 'vitest'
import { checkInput, type Field, type Fields } from 'stoa'
import { suite } from '../support/suite.ts'
import { Problems, parseInput } from '../../core/resource/parse-input.ts'

/** For all fields: form items named one by one, `categories[0]`, are equal to the list in JSON. */
const shop = suite()

/** Valid values of such a field, as in JSON. */
function sample({ 'x-field': { kind, values = [], maxItems = 3 } }: Field): unknown[] | undefined {
  if (kind === 'many' || kind === 'ids') return [3, 5]
  if (kind === 'picks') return values.slice(0, 2)
  if (kind === 'tags') return ['a, b', 'c|d'].slice(0, maxItems)
  return undefined
}

const asForm = (list: readonly unknown[]) => list.map(String)

test('lists in forms equal lists in JSON for all resources, also in child rows', async () => {
  const { ctx, kernel } = shop.it
  let checkedCount = 0
  for (const r of kernel.registry.resources.values())
    for (const field of r.fields) {
      const list = sample({ 'x-field': field.meta } as Field)
      if (!list || field.meta.readOnly) continue
      checkedCount++
      const problems = new Problems()
      const taking = { language: ctx.mainLanguage, trusted: true, ctx, registry: kernel.registry, problems }
      const [json, form] = [
        await parseInput(taking, r, { [field.name]: list }, { old: null }),
        await parseInput({ ...taking, typed: true }, r, { [field.name]: asForm(list) }, { old: null }),
      ]
      expect([r.name, field.name, problems.any]).toEqual([r.name, field.name, false])
      expect([r.name, field.name, form]).toEqual([r.name, field.name, json])
    }
  expect(checkedCount).toBeGreaterThan(10)
})

test('lists in forms equal lists in JSON for all routes, also in nested fields', async () => {
  const { kernel } = shop.it
  let checkedCount = 0
  const walk = async (fields: Fields, at: string): Promise<void> => {
    for (const [name, field] of Object.entries(fields)) {
      const { inner } = field['x-field']
      if (inner) await walk(inner, `${at}.${name}`)
      const list = sample(field)
      if (!list) continue
      checkedCount++
      const singleField = { [name]: field }
      const parseValue = async (value: unknown, typed: boolean) =>
        checkInput(singleField, { [name]: value }, typed).catch((error: unknown) => error)
      expect([at, name, await parseValue(asForm(list), true)]).toEqual([at, name, await parseValue(list, false)])
    }
  }
  for (const { adminRoutes = [], storeRoutes = [] } of kernel.registry.plugins)
    for (const routes of [adminRoutes, storeRoutes])
      for (const route of typeof routes === 'function' ? routes(kernel) : routes) await walk({ ...route.body, ...route.accepts }, route.on)
  expect(checkedCount).toBeGreaterThan(5)
})

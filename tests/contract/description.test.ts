import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '../../cli/openapi/document.ts'
import { type TestApp, testApp } from '../support/app.ts'

const { Spectral } = spectral

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

const judge = async (api: object) => {
  const linter = new Spectral()
  // The contact is set by the shop, not by the product.
  linter.setRuleset({ extends: [[oas as never, 'all']], rules: { 'info-contact': 'off' } })
  const found = await linter.run(JSON.parse(JSON.stringify(api)))
  return [...new Set(found.map(({ code, message, path }) => `${String(code)}: ${message} (${path.join('.')})`))]
}

test('the OpenAPI description passes the lint rules', async () => {
  const found = await judge(openApi(it.app.http))
  expect(found.slice(0, 20), `${found.length} in all`).toEqual([])
}, 300_000)

test('a description that violates the rules is reported', async () => {
  const api = structuredClone(JSON.parse(JSON.stringify(openApi(it.app.http))))
  const some = api.paths['/api/admin/role'].get
  api.paths['/api/admin/role'] = { get: { ...some, operationId: undefined, tags: [] } }
  expect((await judge({ ...api, paths: { '/api/admin/role': api.paths['/api/admin/role'] } })).join('\n')).toContain(
    'operation-operationId',
  )
}, 300_000)

/**
 * Amounts in request bodies of custom routes. For resource fields the engine rejects decimals that the currency does not have. A custom
 * route has to do this itself (`assertPayable`), or compares the amount with a known amount.
 */
const AMOUNTS_OF_CALLS: readonly string[] = [
  'checkout.place agreed_total',
  'commission_group.what_if tiers.* amount_from',
  'commission_group.what_if tiers.* amount_to',
  'hr_reimbursement.amounts amounts.* approved_amount',
  'hr_reimbursement.approve total',
  'hr_reimbursement.batch_approve total',
  'hr_reimbursement.batch_endorse total',
  'hr_reimbursement.endorse total',
  'my.reimbursement_add_item amount',
  'my.reimbursement_update_item amount',
  'order.change add.* unit_price',
  'order.change agreed_total',
  'order.change_preview add.* unit_price',
  'order.create discount',
  'order.create lines.* unit_price',
  'order.create shipping',
  'order.payment amount',
  'order.receive amount',
  'order.refund lines.* amount',
  'order.refund shipping',
  'order.update discount',
  'order.update lines.* unit_price',
  'order.update shipping',
  'payment.refund amount',
  'po.receive lines.* unit_cost',
  'pos.cash amount',
  'pos.count counted',
  'pos.hand_over due',
  'pos.hand_over payments.* amount',
  'pos.hand_over payments.* tendered',
  'pos.open opening_float',
  'pos.quote discount',
  'pos.quote lines.* told',
  'pos.quote lines.* unit_price',
  'pos.return_unproven lines.* unit_price',
  'pos.sell discount',
  'pos.sell lines.* told',
  'pos.sell lines.* unit_price',
  'pos.sell payments.* amount',
  'pos.sell payments.* tendered',
  'pos.sell total',
  'promotion.try shipping',
  'redeem.give agreed_total',
]

/** Paths of money fields in the schema of a body. */
function amountsIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { format, properties = {}, items, anyOf = [] } = schema as Partial<Record<'format' | 'properties' | 'items' | 'anyOf', any>>
  if (format === 'money') return [path]
  const below = Object.entries(properties).flatMap(([name, property]) => amountsIn(property, `${path} ${name}`))
  return [...below, ...amountsIn(items, `${path}.*`), ...anyOf.flatMap((branch: unknown) => amountsIn(branch, path))]
}

test("every amount in a custom API call is listed for the check of its currency's decimals", () => {
  const { resources } = it.kernel.registry
  const isEngine = (name: string) => {
    const [resource = '', verb = ''] = name.split('.')
    const verbs: readonly string[] = resources.get(resource)?.verbs ?? []
    return verbs.includes(verb === 'override' ? 'update' : verb) || resource.startsWith('settings_')
  }
  const bodies = Object.entries(openApi(it.app.http).components.schemas).filter(([name]) => name.endsWith('.body') && !isEngine(name))
  expect(bodies.flatMap(([name, schema]) => amountsIn(schema, name.replace(/\.body$/, ''))).toSorted()).toEqual(AMOUNTS_OF_CALLS)
})

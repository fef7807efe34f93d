import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLayout, levels } from '../../plugins/sheets/mapping/columns.ts'
import { isMoved, transferOrder } from '../../plugins/sheets/transfer/order.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Resources with manually entered data that `stoa export --all` leaves out, with the reason. */
const LEFT_BEHIND: Readonly<Record<string, string>> = {
  approval_delegation: 'somebody stands in for somebody for some days, and says so where they work',
  supplier_payment: 'money of orders that stay where they were sent',
  stocktake: 'a count of what lay there; stock moves as it is counted now',
  contact_message: 'what visitors wrote to the other shop, and staff answered there',
  form_submission: 'answers given to the other shop',
  booking: 'agreed with the other shop, with its money',
  booking_session: 'made by the product from the hours of an event',
  booking_device: 'a device that was signed in there',
  application: 'agreed with the other shop, with its money',
  money_inbox: 'money that came to the accounts of the other shop',
  note: 'what staff wrote to each other about rows of that shop',
  note_file: 'as the notes they belong to',
  saved_view: 'how somebody looks at a list',
  saved_report: 'as saved views',
  hr_payroll: 'computed, approved and paid in the other shop',
  hr_pay_item: 'paid with a payroll of the other shop',
  commission_member: 'since when accounts of the other shop earn there',
  commission_node: 'positions of accounts of the other shop',
  commission_order: 'who earns from orders of the other shop',
  commission_settlement: 'computed, approved and paid in the other shop',
  hr_pay_opening: 'is paid before the first payroll of a shop, which is another one there',
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('every record people can edit is transferred to another shop, or is listed with the reason why not', () => {
  const { resources } = app.kernel.registry
  const children = new Set([...resources.values()].flatMap((r) => r.fields.flatMap(({ meta }) => (meta.kind === 'rows' ? [meta.to] : []))))
  const typed = [...resources.values()].filter(
    (r) =>
      !children.has(r.name) &&
      r.fields.some(({ meta }) => !meta.readOnly) &&
      r.verbs.some((verb) => ['create', 'update', 'import'].includes(verb)),
  )
  expect(typed.filter((r) => !isMoved(r) && LEFT_BEHIND[r.name] === undefined).map((r) => r.name)).toEqual([])
  const stale = Object.keys(LEFT_BEHIND).filter((name) => !resources.has(name) || isMoved(app.kernel.registry.resource(name)))
  expect(stale).toEqual([])
})

test('every editable field has a column in the transfer files, except passwords and secrets', () => {
  const { registry } = app.kernel
  const lacking = transferOrder(registry).flatMap((r) =>
    levels(getLayout(registry, r, 'en-US', 'shop').head).flatMap((level) => {
      const columns = new Map(level.columns.flatMap((c) => (c.field && c.reads && c.writes ? [[c.field.name, c] as const] : [])))
      const extra = new Set(level.resource.def.sheet?.columns?.map(({ of }) => of))
      const children = new Set(level.children.map(({ rows }) => rows?.name))
      return level.resource.fields
        .filter(({ name, meta }) => {
          if (meta.readOnly || meta.secret || meta.kind === 'password' || name === level.rows?.meta.by) return false
          return !columns.has(name) && !children.has(name) && !extra.has(name)
        })
        .map(({ name }) => `${r.name}: ${level.resource.name}.${name}`)
    }),
  )
  expect(lacking).toEqual([])
})

test('passwords and secrets have no column', () => {
  const { registry } = app.kernel
  const exposedColumns = transferOrder(registry).flatMap((r) =>
    levels(getLayout(registry, r, 'en-US', 'shop').head).flatMap(({ columns }) =>
      columns.filter(({ field }) => field?.meta.secret || field?.meta.kind === 'password').map(({ name }) => `${r.name}.${name}`),
    ),
  )
  expect(exposedColumns).toEqual([])
})

test('rows are matched in another shop by the columns in their files', () => {
  const { registry } = app.kernel
  const lacking = transferOrder(registry).filter((r) => {
    const { head } = getLayout(registry, r, 'en-US', 'shop')
    return head.key.length === 0 || !head.key.every((f) => head.columns.some((c) => c.field === f))
  })
  expect(lacking.map((r) => r.name)).toEqual([])
})

test('every transferred status can be reached by transitions without input', () => {
  const { registry } = app.kernel
  const lacking = transferOrder(registry).flatMap((r) => {
    if (!r.def.transfer || !r.def.transfer.status) return []
    const { initial = '', transitions = {} } = r.def.states ?? {}
    const reached = new Set([initial])
    for (let before = 0; before !== reached.size;) {
      before = reached.size
      for (const move of Object.values(transitions)) if (!move.input && move.from.some((from) => reached.has(from))) reached.add(move.to)
    }
    const values = r.byName.get(r.def.states?.field ?? '')?.meta.values ?? []
    return values.filter((value) => !reached.has(String(value))).map((value) => `${r.name}: ${value}`)
  })
  expect(lacking).toEqual([])
})

import { Type } from '@sinclair/typebox'
import {
  defineResource,
  type DraftInput,
  f,
  validationError,
  type TransitionContext,
  type SavedRecord,
  sql,
  message,
  type ValidatedInput,
} from 'stoa'
import type { Part } from '../domain/types.ts'
import { checkActions, checkConditions } from '../services/check-parts.ts'
import { usedSql, describeRuleSql, describeTimesSql, describeAudienceSql } from '../services/describe-rule.ts'
import { replaceActionReferences, replaceConditionReferences } from '../services/part-references.ts'
import { recount } from '../services/recount.ts'
import { readRuleCells, ruleCells } from '../services/sheet-cells.ts'

const inWhenGroup = { group: 'when' } as const
const limits = { group: 'limits' } as const

const fields = {
  title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
  // The parts are validated one by one, so that an error has the path of its part.
  actions: f.json<Part[]>({ default: [], shape: Type.Array(Type.Unknown()), references: replaceActionReferences }),
  conditions: f.json<Part[][]>({ default: [], shape: Type.Array(Type.Unknown()), references: replaceConditionReferences }),
  trigger: f.pick(['automatic', 'code'], { default: 'automatic', filter: true }),
  remark: f.area({ default: '', maxLength: 1_000, small: true }),
  starts_at: f.maybe(f.instant({ ...inWhenGroup, filter: true, sort: true })),
  ends_at: f.maybe(f.instant({ ...inWhenGroup, filter: true, sort: true })),
  weekdays: f.weekdays(inWhenGroup),
  from_time: f.maybe(f.time(inWhenGroup)),
  to_time: f.maybe(f.time(inWhenGroup)),
  priority: f.int({ default: 0, min: -1_000, max: 1_000, sort: true, group: 'together' }),
  combinable: f.flag({ default: true, filter: true, group: 'together' }),
  stop_after: f.flag({ default: false, group: 'together', showIf: { field: 'combinable', in: [true] } }),
  usage_limit: f.maybe(f.int({ min: 1, ...limits })),
  usage_per_customer: f.maybe(f.int({ min: 1, ...limits })),
  budget: f.maybe(f.money({ min: 0.01, ...limits })),
  status: f.pick(['draft', 'published', 'disabled'], {
    default: 'draft',
    readOnly: true,
    list: 2,
    filter: true,
    widget: 'status',
    form: false,
  }),
}

/** A promotion rule: its actions, conditions, active period and usage limits. */
export const promotion = defineResource({
  name: 'promotion',
  label: 'title',
  sortBy: '-id',
  locked: true,
  listStamps: false,
  verbs: ['get', 'create', 'update', 'destroy', 'batch destroy', 'import', 'export', 'clone'],
  tabs: { what: ['main'], when: ['when', 'limits'], together: ['together'] },
  fields,
  sheet: { columns: ruleCells, write: () => readRuleCells.write(), read: (cells, input) => readRuleCells.read(cells, input) },
  columns: {
    what: { field: f.text({ list: 3 }), read: describeRuleSql },
    who: { field: f.text({ list: 4 }), read: describeAudienceSql },
    when: { field: f.text({ list: 5 }), read: describeTimesSql },
    used: { field: f.text({ list: 6 }), read: () => usedSql },
  },
  hooks: {
    beforeValidate: prepare,
    validate: check,
    afterSave: saved,
    canDelete: async ({ tx, row }) =>
      (await tx.one(sql`select 1 from promotion_usage where promotion_id = ${row.id} limit 1`)) === undefined ||
      message('promotion:error.was_used'),
    afterDelete: async ({ tx, row }) => void (await tx.run(sql`delete from promotion_counter where kind <> 'code' and ref = ${row.id}`)),
  },
  transfer: { status: true },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      publish: { from: ['draft', 'disabled'], to: 'published', intent: 'success', guard: mustDoSomething },
      disable: { from: ['published'], to: 'disabled', intent: 'warning' },
    },
  },
  copy: (row, copied) => ({ ...copied, title: row.title }),
})

async function prepare({ ctx, old, input }: DraftInput<typeof fields>): Promise<void> {
  if (input.conditions) input.conditions = await checkConditions(ctx, input.conditions, old?.conditions as Part[][] | undefined)
  if (input.actions) input.actions = await checkActions(ctx, input.actions, old?.actions as Part[] | undefined)
}

function check({ old, input }: ValidatedInput<typeof fields>): void {
  const now = { ...old, ...input }
  if (now.starts_at && now.ends_at && now.ends_at <= now.starts_at)
    throw validationError({ ends_at: message('promotion:error.ends_first') })
  if ((now.from_time ?? null) === null && (now.to_time ?? null) !== null)
    throw validationError({ from_time: message('core:rule.required') })
  if ((now.to_time ?? null) === null && (now.from_time ?? null) !== null) throw validationError({ to_time: message('core:rule.required') })
  if (now.from_time && now.from_time === now.to_time) throw validationError({ to_time: message('promotion:error.no_time') })
  if (old?.status === 'published' && input.actions?.length === 0) throw validationError({ actions: message('promotion:error.no_action') })
}

async function saved({ tx, id, mode, input }: SavedRecord<typeof fields>): Promise<void> {
  const limited = ['usage_limit', 'usage_per_customer', 'budget'] as const
  if (mode === 'update' && limited.some((name) => input[name] !== undefined)) await recount(tx, id)
}

function mustDoSomething({ row }: TransitionContext<typeof fields>): void {
  if (row.actions.length === 0) throw validationError({ actions: message('promotion:error.no_action') })
}

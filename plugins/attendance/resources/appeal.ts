import { defineRecord, f, sql } from 'stoa'
import { applyAppeal, assertDecider, notifyDecision } from '../services/decide-appeal.ts'
import { appealColumns } from './appeal-columns.ts'
import { createTeamScope } from 'stoa/plugins/hr'

const note = { decision_note: f.area({ default: '', maxLength: 1_000 }) }
const decided = ({ ctx, input }: { ctx: { actor: { kind: string; id?: number } }; input: { decision_note: string } }) => ({
  approver_id: sql`${ctx.actor.kind === 'admin' ? (ctx.actor.id ?? null) : null}::bigint`,
  decided_at: sql`now()`,
  decision_note: sql`${input.decision_note}`,
})

/** A request of an employee to correct an attendance. */
export const hrAppeal = defineRecord({
  ...appealColumns,
  path: 'attendance/appeal',
  label: 'reason',
  verbs: ['get', 'export'],
  events: [],
  sortBy: '-id',
  locked: true,
  listCreated: true,
  scope: createTeamScope('employee_id'),
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      submit: { from: ['draft'], to: 'pending', manual: false },
      approve: {
        from: ['pending'],
        to: 'approved',
        intent: 'success',
        input: note,
        guard: assertDecider,
        set: decided,
        effect: applyAppeal,
      },
      reject: {
        from: ['pending'],
        to: 'rejected',
        intent: 'danger',
        input: note,
        guard: assertDecider,
        set: decided,
        effect: notifyDecision,
      },
      cancel: { from: ['draft', 'pending'], to: 'canceled', manual: false },
    },
  },
})

import { column, defineRecord, f, jsonColumn, ownRowsScope } from 'stoa'

/** The right to see and stop what others began. */
export const listAll = 'list run'

const fixed = { readOnly: true } as const

export const runStatuses = ['to_do', 'processing', 'pending', 'approved', 'completed', 'canceled', 'abnormal'] as const

/**
 * Where a run stands. `to_do` and `approved` wait for their turn, `processing` is at work, `pending` waits for somebody's decision,
 * `canceled` was stopped or taken back, `abnormal` ended with a fault.
 */
export type RunStatus = (typeof runStatuses)[number]

/** Long work somebody began. All of its ways in are routes of this plugin and of those whose work it is. */
export const run = defineRecord({
  name: 'run',
  events: [],
  internal: {
    input: jsonColumn<unknown>(),
    cursor: jsonColumn<unknown>(),
    step: column('integer'),
    tries: column('integer'),
    answer: jsonColumn<unknown>(),
    problem: jsonColumn<unknown>(),
    lone: column('text'),
    language: column('text'),
    speech: column('text'),
  },
  verbs: [],
  audit: false,
  label: 'kind',
  scope: ownRowsScope('account_id', { all: listAll }),
  fields: {
    kind: f.text(fixed),
    status: f.pick(runStatuses, { ...fixed, default: 'to_do', widget: 'status' }),
    done: f.int({ ...fixed, default: 0 }),
    total: f.maybe(f.int(fixed)),
    account_id: f.maybe(f.one('account', fixed)),
    cancel_wanted: f.flag({ ...fixed, default: false }),
    beat_at: f.maybe(f.instant(fixed)),
    ended_at: f.maybe(f.instant(fixed)),
  },
})

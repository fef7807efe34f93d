import { column, defineRecord, f, jsonColumn, ownRowsScope } from 'stoa'

/** Permission to see and stop jobs of other accounts. */
export const listAll = 'list run'

const fixed = { readOnly: true } as const

export const runStatuses = ['to_do', 'processing', 'pending', 'approved', 'completed', 'canceled', 'abnormal'] as const

/**
 * Status of a job. `to_do` and `approved` are queued, `processing` is running, `pending` waits for a decision, `canceled` was stopped or
 * undone, `abnormal` failed.
 */
export type RunStatus = (typeof runStatuses)[number]

/** A background job. It is created and changed only by routes of this plugin and of the plugin that defines its type. */
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

import { Type } from '@sinclair/typebox'
import { column, defineRecord, f, locales, type TransitionContext, type DeleteContext, sql, type ValidatedInput } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import type { Shape } from '../domain/shape.ts'
import { holdToShape } from '../services/correct.ts'
import { firstAnswers } from '../services/first-answers.ts'
import { getEmail, getName } from '../services/submitter.ts'
import { formFile } from './form-file.ts'

const fixed = { readOnly: true } as const

const fields = {
  form_id: f.one('form', { ...fixed, list: 1, filter: true }),
  name: f.text({ ...fixed, default: '', list: 2, search: true }),
  email: f.maybe(f.email({ ...fixed, list: 3, search: true })),
  status: f.pick(['pending', 'process', 'completed', 'rejected', 'abnormal'], {
    ...fixed,
    default: 'pending',
    list: 4,
    filter: true,
    widget: 'status',
  }),
  answers: f.json<Answers>({ default: {}, shape: Type.Object({}), sheet: false }),
  files: f.rows(formFile, { by: 'submission_id', readOnly: true, sheet: false }),
  user_id: f.maybe(f.one('customer', { ...fixed, ifInstalled: true, filter: true, group: 'side' })),
  language: f.pick(locales, { ...fixed, group: 'side' }),
  form_version: f.int({ ...fixed, default: 1, group: 'side' }),
  landing_page_id: f.maybe(f.one('landing_page', { ...fixed, ifInstalled: true, filter: true, group: 'side' })),
  handled_by: f.maybe(f.one('account', { ...fixed, filter: true, group: 'side' })),
  handled_at: f.maybe(f.instant({ ...fixed, group: 'side' })),
  shape: f.json<Shape>({ ...fixed, default: { tabs: [], rules: [] }, sheet: false, form: false }),
}

/** A submission, with the version of its form. */
export const formSubmission = defineRecord({
  name: 'form_submission',
  events: ['form.submitted'],
  internal: { person_id: column('bigint'), submitter_key: column('text') },
  path: 'formbuilder/history',
  label: 'name',
  sortBy: '-id',
  locked: true,
  listCreated: true,
  verbs: ['get', 'update', 'destroy', 'batch destroy', 'export'],
  fields,
  columns: { said: { field: f.text({ list: 5 }), read: firstAnswers } },
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      process: { from: ['pending'], to: 'process', intent: 'primary', effect: handled },
      complete: { from: ['process'], to: 'completed', intent: 'success', effect: handled },
      reopen: { from: ['completed'], to: 'process', effect: handled },
      reject: { from: ['pending', 'process'], to: 'rejected', intent: 'danger', effect: handled },
      mark_abnormal: { from: ['pending', 'process', 'completed', 'rejected'], to: 'abnormal', intent: 'warning', effect: handled },
    },
  },
  hooks: { validate: check, afterDelete: removed },
})

/** Records which member of staff handled it last. */
async function handled({ ctx, tx, row }: TransitionContext): Promise<void> {
  if (ctx.actor.kind === 'admin')
    await tx.run(sql`update form_submission set handled_by = ${ctx.actor.id}, handled_at = now() where id = ${row.id}`)
}

/** Validates corrections by staff against the form version of the submission. Derived name and e-mail address are updated. */
function check({ ctx, input, old }: ValidatedInput<typeof fields>): void {
  if (input.answers === undefined || !old) return
  const [shape, before] = [old.shape as Shape, old.answers as Answers]
  const answers = holdToShape(ctx, shape, before, input.answers as Answers)
  input.answers = answers
  if (old.name === getName(before)) input.name = getName(answers)
  if (old.email === getEmail(shape, before)) input.email = getEmail(shape, answers)
}

async function removed({ tx, row }: DeleteContext<typeof fields>): Promise<void> {
  await tx.run(sql`update form set submit_count = submit_count - 1 where id = ${row.form_id} and submit_count > 0`)
  tx.invalidate('form')
}

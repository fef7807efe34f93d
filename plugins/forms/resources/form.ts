import { Type } from '@sinclair/typebox'
import { defineResource, type DraftInput, f, validationError, type DeleteContext, type SavedRecord, message } from 'stoa'
import { cleanRules, Unfit } from '../domain/options.ts'
import type { GroupRule } from '../domain/shape.ts'
import { firstTab } from '../services/first-tab.ts'
import { keepShape } from '../services/shapes.ts'
import { formTab } from './form-tab.ts'

const flag = { filter: true, inline: true, batch: true, group: 'side' } as const

const fields = {
  title: f.text({ localized: true, list: 1, sort: true, search: true }),
  url: f.slug({ unique: true, list: 2, sort: true, search: true, inline: true, slugOf: 'title' }),
  enabled: f.flag({ default: true, list: 3, ...flag }),
  submit_count: f.int({ default: 0, readOnly: true, list: 4, sort: true, form: false }),
  allow_guest: f.flag({ default: true, ...flag }),
  limit_submit: f.flag({ default: false, ...flag }),
  closes_at: f.maybe(f.instant({ group: 'side' })),
  max_submissions: f.maybe(f.int({ min: 1, max: 1_000_000, group: 'side' })),
  description: f.maybe(f.rich({ localized: true, small: true })),
  tabs: f.rows(formTab, { by: 'form_id', sheet: false }),
  rules: f.json<GroupRule[]>({ default: [], shape: Type.Array(Type.Object({})), sheet: false, clean: getRules }),
  success_message: f.maybe(f.area({ localized: true, maxLength: 2_000, group: 'after' })),
  confirm_submitter: f.flag({ default: true, group: 'after' }),
  notify_emails: f.tags({ default: [], maxItems: 20, group: 'after' }),
  type: f.text({ default: 'scratch', readOnly: true, form: false }),
  form_version: f.int({ default: 0, readOnly: true, form: false }),
  meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
  meta_description: f.maybe(f.area({ localized: true, maxLength: 500, group: 'seo' })),
}

/** A form, and who may submit it. */
export const form = defineResource({
  name: 'form',
  path: 'formbuilder',
  match: 'url',
  enabledBy: 'enabled',
  locked: true,
  sortBy: '-id',
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'clone'],
  tabs: { main: ['main', 'side'], after: ['after'], seo: ['seo'] },
  fields,
  hooks: { beforeValidate: prepare, afterSave: saved, canDelete: removable },
})

function prepare({ ctx, mode, source, input }: DraftInput<typeof fields>): void {
  if (mode === 'create' && !input.tabs?.length) input.tabs = [firstTab(ctx)]
  if (source === 'clone' && input.title) {
    const titles = Object.entries(input.title).flatMap(([language, title]) =>
      title ? [[language, ctx.kernel.i18n.t(ctx.mainLanguage, 'forms:copy_of', { title })]] : [],
    )
    input.title = Object.fromEntries(titles)
    // A copy is disabled until somebody has checked it.
    input.enabled = false
  }
  const address = input.notify_emails?.find((candidate) => !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(candidate))
  if (address !== undefined) throw validationError({ notify_emails: message('core:rule.email') })
}

/** Validates the whole form after the write, because the input may contain only a part. */
function saved({ tx, id, input }: SavedRecord<typeof fields>): Promise<void> | undefined {
  return input.tabs === undefined && input.rules === undefined ? undefined : keepShape(tx, id)
}

function removable({ row }: DeleteContext<typeof fields>) {
  return row.submit_count === 0 || message('forms:error.submitted_once')
}

function getRules(value: unknown): GroupRule[] {
  try {
    return cleanRules(value)
  } catch (error) {
    throw error instanceof Unfit ? validationError({ rules: error.problem }) : error
  }
}

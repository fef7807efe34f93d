import { Type } from '@sinclair/typebox'
import { defineResource, type DraftInput, f, validationError } from 'stoa'
import { fieldTypes, type FieldOptions } from '../domain/shape.ts'
import { optionsFor } from '../services/options.ts'

const fields = {
  form_tab_id: f.one('form_tab'),
  enabled: f.flag({ default: true }),
  required: f.flag({ default: false }),
  type: f.pick(fieldTypes),
  key: f.key(),
  title: f.text({ localized: true }),
  placeholder: f.maybe(f.text({ localized: true })),
  class: f.pick(['', 'half', 'third'], { default: '' }),
  additional_options: f.json<FieldOptions>({ default: {}, shape: Type.Object({}) }),
  order: f.int({ default: 0, readOnly: true }),
}

/** A field of a form. Its key identifies the answers, whatever its title. */
export const formField = defineResource({
  name: 'form_field',
  verbs: [],
  label: 'key',
  fields,
  hooks: { beforeValidate: tidy },
})

/** Validates the options against the type, also when only one of them changes. */
function tidy({ ctx, input, old }: DraftInput<typeof fields>): void {
  const type = input.type ?? old?.type
  if (!type || (input.type === undefined && input.additional_options === undefined)) return
  const rawOptions = input.additional_options ?? old?.additional_options ?? {}
  const result = optionsFor(ctx, type, rawOptions)
  if ('why' in result) throw validationError({ additional_options: result.why })
  input.additional_options = result.options
}

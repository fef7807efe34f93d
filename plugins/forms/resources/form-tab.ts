import { defineResource, f } from 'stoa'
import { formField } from './form-field.ts'

/** A page of a form: one step of a multi-step form. */
export const formTab = defineResource({
  name: 'form_tab',
  verbs: [],
  fields: {
    form_id: f.one('form'),
    title: f.text({ localized: true }),
    order: f.int({ default: 0, readOnly: true }),
    fields: f.rows(formField, { by: 'form_tab_id' }),
  },
})

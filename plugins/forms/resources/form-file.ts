import { defineResource, f } from 'stoa'

/** A file of a submission: the answer to a field, or an attachment added by staff. */
export const formFile = defineResource({
  name: 'form_file',
  verbs: ['get'],
  label: 'name',
  audit: false,
  fields: {
    submission_id: f.one('form_submission'),
    field_key: f.text({ default: '', maxLength: 60, list: 1 }),
    name: f.text({ default: '', list: 2 }),
    path: f.text({ default: '' }),
    file: f.maybe(f.privateFile({ list: 3 })),
  },
})

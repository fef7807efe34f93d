import { defineResource, f } from 'stoa'

/** A file from staff for the applicant. */
export const applicationFile = defineResource({
  name: 'application_file',
  verbs: ['get'],
  label: 'name',
  audit: false,
  fields: {
    application_id: f.one('application'),
    name: f.text({ default: '', list: 1 }),
    path: f.text({ default: '' }),
    size: f.int({ default: 0, list: 2 }),
    file: f.maybe(f.privateFile({ list: 3 })),
  },
})

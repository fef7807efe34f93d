import { defineResource, f } from 'stoa'

/** A tag for contacts and leads. Both use the same list. */
export const tag = defineResource({
  name: 'tag',
  table: 'crm_tag',
  label: 'name',
  match: 'name',
  locked: true,
  fields: {
    name: f.text({ unique: true, list: true, sort: true, search: true, inline: true, maxLength: 60 }),
    colour: f.colour({ default: '#4f7cac', list: true }),
  },
})

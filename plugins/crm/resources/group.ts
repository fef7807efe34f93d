import { Type } from '@sinclair/typebox'
import { defineResource, f, type Kernel, replaceFilterReferences } from 'stoa'
import { cleanGroupFilter } from '../services/group-filter.ts'

/** Contacts that are kept together: by hand, or by what the list of contacts is filtered by. */
export const group = defineResource({
  name: 'group',
  table: 'crm_group',
  label: 'name',
  match: 'name',
  locked: true,
  fields: {
    name: f.text({ unique: true, list: true, sort: true, search: true, inline: true, maxLength: 100 }),
    description: f.area({ default: '', list: true, search: true, maxLength: 1_000, small: true }),
    kind: f.pick(['static', 'dynamic'], { default: 'static', list: true, filter: true }),
    filter: f.json<Record<string, string>>({
      default: {},
      shape: Type.Record(Type.String(), Type.String()),
      clean: cleanGroupFilter,
      references: (filter, replace, kernel: Kernel) => replaceFilterReferences(kernel, 'contact', filter, replace),
      sheet: false,
      showIf: { field: 'kind', in: ['dynamic'] },
    }),
  },
})

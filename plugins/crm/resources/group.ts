import { Type } from '@sinclair/typebox'
import { defineResource, f, type Kernel, replaceFilterReferences } from 'stoa'
import { cleanGroupFilter } from '../services/group-filter.ts'

/** A group of contacts: a fixed list, or a saved filter of the list of contacts. */
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

import { defineResource, f } from 'stoa'

/** A department. Departments form a tree. */
export const hrDepartment = defineResource({
  name: 'hr_department',
  path: 'department',
  label: 'title',
  match: 'code',
  tree: 'parent_id',
  sortBy: 'code',
  locked: true,
  fields: {
    title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
    code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 40 }),
    parent_id: f.maybe(f.one('hr_department', { list: 3, filter: true })),
    manager_id: f.maybe(f.one('hr_employee', { list: 4, filter: true })),
  },
})

import type { Column, Widget } from 'stoa/api-types'

const numeric = new Set<Widget>(['int', 'decimal', 'percent', 'money', 'duration'])
const editable = new Set<Widget>(['text', 'slug', 'email', 'url', 'int', 'decimal', 'money', 'date', 'pick'])

/** Right-aligned number columns. The id is an identifier and stays left-aligned. */
export const isNumeric = (column: Column): boolean => column.name !== 'id' && numeric.has(column.widget)

/** CSS class for the alignment of a column. */
export const alignment = (column: Column): string | undefined =>
  column.widget === 'image' ? 'is-picture' : isNumeric(column) ? 'is-num' : undefined

/** Whether cells of a column can be edited in the list. */
export const isTypable = (column: Column): boolean => column.inline && editable.has(column.widget)

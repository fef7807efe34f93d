import type { Column, Widget } from 'stoa/api-types'

const numeric = new Set<Widget>(['int', 'decimal', 'percent', 'money', 'duration'])
const editable = new Set<Widget>(['text', 'slug', 'email', 'url', 'int', 'decimal', 'money', 'date', 'pick'])

/** Columns of figures, which stand to the right; the id reads as a name and does not. */
export const isNumeric = (column: Column): boolean => column.name !== 'id' && numeric.has(column.widget)

/** How cells of a column stand: figures to the right, pictures close to what follows. */
export const alignment = (column: Column): string | undefined =>
  column.widget === 'image' ? 'is-picture' : isNumeric(column) ? 'is-num' : undefined

/** Columns that can be typed into right in the list. */
export const isTypable = (column: Column): boolean => column.inline && editable.has(column.widget)

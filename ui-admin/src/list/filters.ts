import type { Filter } from 'stoa/api-types'

/** Field of a filter parameter: `price__gte` filters `price`. */
export const getField = (key: string): string => key.split('__')[0] ?? key

/** The filters without those of one field. */
export function withoutField(filters: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([key]) => getField(key) !== name))
}

/** Type of a filter editor. */
export type FilterKind = 'flag' | 'choice' | 'country' | 'relation' | 'day' | 'number' | 'text'

/** The filter type for the widget of its field. */
export function getKind(filter: Filter): FilterKind {
  switch (filter.widget) {
    case 'switch':
      return 'flag'
    case 'pick':
    case 'status':
      return filter.options ? 'choice' : 'text'
    case 'country':
      return 'country'
    case 'one':
    case 'many':
      return filter.to ? 'relation' : 'text'
    case 'date':
    case 'instant':
      return 'day'
    case 'int':
    case 'decimal':
    case 'money':
      return 'number'
    default:
      return 'text'
  }
}

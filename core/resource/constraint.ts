import { Failed, IN_USE, invalid, text, unreadable } from '../http/errors.ts'
import type { Resource } from './compile.ts'

interface PgError {
  code?: string
  constraint?: string
  detail?: string
  table?: string
}

/**
 * The refusal behind a broken constraint, or undefined when it is something else. Constraints are named
 * `<table>_<field>_unique`, `_fkey`, `_check`, which is how the field is found.
 */
export function explainConstraint(r: Resource, error: unknown, field?: string): Failed | undefined {
  const { code = '', constraint = '', detail = '' } = error as PgError
  const bare = constraint
    .replace(/_(unique|key|fkey|check)$/, '')
    .replace(`${r.table}_`, '')
    .replace(/_minor$/, '')
  const known = field ?? (r.byName.has(bare) ? bare : undefined)
  switch (code) {
    case '23505':
      return invalid({ [known ?? 'id']: text('core:rule.unique', { field: { resource: r.name, field: known ?? 'id' } }) })
    case '23503':
      return detail.includes('still referenced') ? new Failed(IN_USE) : invalid({ [known ?? 'id']: text('core:rule.not_exists') })
    case '23514':
      return invalid({ [known ?? 'id']: text('core:rule.check_input') })
    case '23502':
      return invalid({ [known ?? 'id']: text('core:rule.required') })
    default:
      return unreadable.has(code) ? invalid({ [known ?? 'id']: text('core:rule.check_input') }) : undefined
  }
}

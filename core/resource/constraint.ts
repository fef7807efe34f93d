import { AppError, IN_USE, validationError, message, UNREADABLE_VALUE_STATES } from '../http/errors.ts'
import type { Resource } from './compile.ts'

interface PgError {
  code?: string
  constraint?: string
  detail?: string
  table?: string
}

/**
 * Converts a violated constraint to a validation error; undefined for other errors. Constraints are named `<table>_<field>_unique`,
 * `_fkey`, `_check`, from which the field is derived.
 */
export function explainConstraint(r: Resource, error: unknown, field?: string): AppError | undefined {
  const { code = '', constraint = '', detail = '' } = error as PgError
  const bare = constraint
    .replace(/_(unique|key|fkey|check)$/, '')
    .replace(`${r.table}_`, '')
    .replace(/_minor$/, '')
  const knownField = field ?? (r.byName.has(bare) ? bare : undefined)
  switch (code) {
    case '23505':
      return validationError({
        [knownField ?? 'id']: message('core:rule.unique', { field: { resource: r.name, field: knownField ?? 'id' } }),
      })
    case '23503':
      return detail.includes('still referenced')
        ? new AppError(IN_USE)
        : validationError({ [knownField ?? 'id']: message('core:rule.not_exists') })
    // An exclusion constraint: rows that must not overlap, and were written at once.
    case '23P01':
      return validationError({ [knownField ?? 'id']: message('core:rule.overlap') })
    case '23514':
      return validationError({ [knownField ?? 'id']: message('core:rule.check_input') })
    case '23502':
      return validationError({ [knownField ?? 'id']: message('core:rule.required') })
    default:
      return UNREADABLE_VALUE_STATES.has(code) ? validationError({ [knownField ?? 'id']: message('core:rule.check_input') }) : undefined
  }
}

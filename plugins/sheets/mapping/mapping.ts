import { validationError, message, validator } from 'stoa'

/** Column → allowed values; '' means a blank cell. All columns must match. */
export type Condition = Record<string, readonly string[]>

/** A cell of a line under a condition. */
export interface CellCondition {
  column: string
  when?: Condition
  unless?: Condition
}

/** A condition on a line, which a cell of it meets. */
export interface LineCondition extends CellCondition {
  /** Only if the cell is a date before today. */
  past?: boolean
}

/**
 * A column of ours that a cell fills, always or under a condition. `text` replaces the cell unless it is blank. `times` multiplies the
 * number, for example where another column has the unit.
 */
export type Target = string | { to: string; when?: Condition; unless?: Condition; text?: string; times?: number }

/**
 * How a file of another system maps to our columns. It is data, so that people can save a mapping and a plugin can ship one as JSON. The
 * column of a target determines the row it belongs to.
 */
export interface Mapping {
  /**
   * Column of the file → our columns. `*` in a name matches any text, such as the name of a location. Absent or null: not imported. When
   * several cells fill one column, the first that is not blank counts; lists are concatenated.
   */
  columns: Record<string, Target | readonly Target[] | null>
  /**
   * Group columns; the first that is not blank identifies the record of a line. Absent: the key of the record, which is blank on further
   * lines.
   */
  group?: string | readonly string[]
  /** Lines of a record are not consecutive. With `group`, the whole file is read and sorted before the first record. */
  gather?: boolean
  /**
   * For files whose parent line lists its parts: `list` is a column of a `parse`d list with the name of the key in it, `key` is the column
   * with the key of each line. The virtual column `as` then contains the key of the parent.
   */
  parents?: { list: string; name: string; key: string; as: string }
  /**
   * Columns whose blank cells inherit the value of the line above: for a record from any line, for a child row only within the same record.
   */
  inherit?: readonly string[]
  /** `head`: the first of several lines describes the record alone, without child rows. */
  firstLine?: 'both' | 'head'
  /**
   * Structured cells: column → separators of its items and, within an item, of its pairs (`name=value`). Mappings then refer to
   * `<column>.<name>`, or to `<column>.key1`, `<column>.value1` … by position. The first item stays in the line of the cell, further items
   * get additional lines; with `apart` the first item does too. With `lastSeparator` an item has two pairs, split at the last separator.
   */
  parse?: Record<string, { items: string; pairs?: string; apart?: boolean; lastSeparator?: boolean }>
  /** Column with the language of a line's texts. `values` maps its values to our languages. */
  language?: { column: string; values?: Record<string, string> }
  /**
   * Column with the external id of a record; of several, the first that the file has. A later import under the same source finds the same
   * row, even when it was renamed. Cells that name a row of another resource may hold its external id under this source.
   */
  external?: { source: string; column: string | readonly string[] }
  /** Text replacements within the cells of a column, in order. Applied before everything else. */
  replace?: Record<string, readonly (readonly [string, string])[]>
  /** Replacements of whole cells of a column; case-insensitive. */
  values?: Record<string, Record<string, string>>
  /** Factor for the numbers of a column in another unit. The result is rounded to the decimals of our column: none, or cents. */
  times?: Record<string, number>
  /** Minimum of a number column. A lower number is set to the minimum, and the dry run warns. */
  minimum?: Record<string, number>
  /** Date columns in the shop's time zone for our instants: the start of the day, its end, or the time itself. */
  days?: Record<string, 'begin' | 'end' | 'time'>
  /** Columns with several values, of which the first counts, by separator. The dry run warns of the others. */
  first?: Record<string, string>
  /** Values that this mapping does not import: where a condition holds, the dry run warns that the cell is not imported. */
  warnings?: readonly CellCondition[]
  /** Column → the column its numbers are added to: on the same line, or the last one above in the same record. */
  plus?: Record<string, string>
  /** Column → the column of the same line whose number is subtracted from it; a blank cell there subtracts nothing. */
  minus?: Record<string, string>
  /** Column → columns whose texts are appended to it, each after a space: the parts of a name. */
  join?: Record<string, readonly string[]>
  /** Column → separator. The text from its last occurrence on is removed: " - " for departments that end with their company. */
  cutSuffix?: Record<string, string>
  /** Columns whose blank cells have the text of the line above, before lines are skipped: files with a heading line for each group. */
  fillDown?: readonly string[]
  /** Lines that are not imported, each reported with the cell of `column` that excludes it. `skip` only counts them. */
  leaveOut?: readonly LineCondition[]
  /** Columns with image names → base URL. */
  base?: Record<string, string>
  /** Constants for our columns; a cell takes precedence. */
  constants?: Record<string, string>
  /** Lines to skip. */
  skip?: readonly Condition[]
}

const separator = { type: 'string', minLength: 1, maxLength: 5 }
const words = { type: 'object', additionalProperties: { type: 'string', maxLength: 1_000 } }
const condition = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
const columnNames = { type: 'array', maxItems: 50, items: { type: 'string' } }
const cellConditions = (more: object = {}) => ({
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    required: ['column'],
    additionalProperties: false,
    properties: { column: { type: 'string' }, when: condition, unless: condition, ...more },
  },
})
const factor = { type: 'number', not: { const: 0 } }
const target = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      required: ['to'],
      additionalProperties: false,
      properties: { to: { type: 'string' }, when: condition, unless: condition, text: { type: 'string', maxLength: 1_000 }, times: factor },
    },
  ],
}
const shape = {
  type: 'object',
  required: ['columns'],
  additionalProperties: false,
  properties: {
    columns: {
      type: 'object',
      maxProperties: 500,
      additionalProperties: {
        anyOf: [{ type: 'null' }, target, { type: 'array', maxItems: 20, items: target }],
      },
    },
    group: {
      anyOf: [{ type: 'string' }, { type: 'array', maxItems: 5, items: { type: 'string' } }],
    },
    gather: { type: 'boolean' },
    parents: {
      type: 'object',
      required: ['list', 'name', 'key', 'as'],
      additionalProperties: false,
      properties: { list: { type: 'string' }, name: { type: 'string' }, key: { type: 'string' }, as: { type: 'string' } },
    },
    inherit: columnNames,
    firstLine: { enum: ['both', 'head'] },
    parse: {
      type: 'object',
      maxProperties: 20,
      additionalProperties: {
        type: 'object',
        required: ['items'],
        additionalProperties: false,
        properties: { items: separator, pairs: separator, apart: { type: 'boolean' }, lastSeparator: { type: 'boolean' } },
      },
    },
    language: {
      type: 'object',
      required: ['column'],
      additionalProperties: false,
      properties: { column: { type: 'string' }, values: words },
    },
    external: {
      type: 'object',
      required: ['source', 'column'],
      additionalProperties: false,
      properties: {
        source: { type: 'string', minLength: 1, maxLength: 60 },
        column: { anyOf: [{ type: 'string' }, { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string' } }] },
      },
    },
    replace: {
      type: 'object',
      additionalProperties: {
        type: 'array',
        maxItems: 50,
        items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } },
      },
    },
    values: { type: 'object', additionalProperties: words },
    times: { type: 'object', additionalProperties: factor },
    minimum: { type: 'object', maxProperties: 20, additionalProperties: { type: 'number' } },
    days: { type: 'object', maxProperties: 20, additionalProperties: { enum: ['begin', 'end', 'time'] } },
    first: { type: 'object', maxProperties: 20, additionalProperties: separator },
    warnings: cellConditions(),
    leaveOut: cellConditions({ past: { type: 'boolean' } }),
    minus: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', minLength: 1 } },
    join: { type: 'object', maxProperties: 20, additionalProperties: columnNames },
    cutSuffix: { type: 'object', maxProperties: 20, additionalProperties: separator },
    fillDown: columnNames,
    plus: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', minLength: 1 } },
    base: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', pattern: '^https?://', maxLength: 500 } },
    constants: words,
    skip: { type: 'array', maxItems: 50, items: condition },
  },
}

/** The targets of a column as a list. */
export const getTargets = (targets: Target | readonly Target[]): readonly Target[] => (isSeveral(targets) ? targets : [targets])

const isSeveral = (targets: Target | readonly Target[]): targets is readonly Target[] => Array.isArray(targets)

/** Validates a mapping from a request or a file. @throws AppError INVALID */
export function asMapping(value: unknown): Mapping {
  const valid = validator(shape)
  if (!valid(value)) throw validationError({ mapping: message('sheets:error.mapping', { where: valid.errors?.[0]?.instancePath || '/' }) })
  return value as Mapping
}

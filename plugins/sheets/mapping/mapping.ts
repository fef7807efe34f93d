import { validationError, message, validator } from 'stoa'

/** Sheet column → values, one of which its cell must hold; '' stands for a blank cell. All columns must agree. */
export type Condition = Record<string, readonly string[]>

/**
 * A column of ours that a cell goes to, always or under a condition. `text` stands in it whatever the cell says, unless that is blank. `times`
 * is by how much its number is multiplied where the condition holds, as with a unit in another column.
 */
export type Target = string | { to: string; when?: Condition; unless?: Condition; text?: string; times?: number }

/**
 * How somebody else's sheet reads as one of ours. Data, so that people can save one and a plugin can bring one
 * as a JSON file. Which lines and rows a target belongs to follows from whose column it is.
 */
export interface Mapping {
  /** Sheet column → our columns. A star in its name stands for any text, such as the name of a place. What is absent or null is not read. Of several cells for one of our columns the first that is not blank counts; lists add up. */
  columns: Record<string, Target | readonly Target[] | null>
  /** Sheet columns, the first that is not blank of which tells the record a line belongs to. Absent: the record's own key, blank on its further lines. */
  group?: string | readonly string[]
  /** Lines of a record stand anywhere: with `group`, the whole sheet is read and put in order before its first record is made. */
  gather?: boolean
  /**
   * Lines of parts that do not say which line they are part of, while that one lists them: `list` is its column of a `parse`d list and the
   * name of the key in it, `key` the column with the key of each line. A sheet column called `as` then holds the key of the whole.
   */
  parents?: { list: string; name: string; key: string; as: string }
  /**
   * Sheet columns where a blank cell says what the line above says: of a record whatever stood above it, of its child rows
   * only what stood within the same record.
   */
  inherit?: readonly string[]
  /** `head`: the first of several lines describes the record alone, without child rows. */
  firstLine?: 'both' | 'head'
  /**
   * Small languages inside cells: column → how its items are parted and, within an item, its pairs (`name=value`).
   * Mappings then name `<column>.<name>` for a value, and `<column>.key1`, `<column>.value1` … for pairs by place. The
   * first item stands in the cell's own line and each further one in a line after it; with `apart` the first does too. With `lastSeparator`
   * an item has two pairs, parted where the separator stands last.
   */
  parse?: Record<string, { items: string; pairs?: string; apart?: boolean; lastSeparator?: boolean }>
  /** Sheet column that tells the language of a line's texts. `values` says which of ours a word of theirs means. */
  language?: { column: string; values?: Record<string, string> }
  /** Sheet column with their own id of a record: who imports again under this source meets the same row, whatever it is called by then. */
  external?: { source: string; column: string }
  /** Texts inside cells of a column to replace, in order. Happens before everything else. */
  replace?: Record<string, readonly (readonly [string, string])[]>
  /** Whole cells of a column to replace, without regard to case. */
  values?: Record<string, Record<string, string>>
  /** Numbers of a column in another measure than ours: by how much they are multiplied. The result has as many decimals as ours: none, or cents. */
  times?: Record<string, number>
  /** The lowest number of a column that can be stored: a lower one is read as this, and the rehearsal warns. */
  minimum?: Record<string, number>
  /** Columns with days or times in the shop's time zone, for instants of ours: the day's beginning, its end, or the time itself. */
  days?: Record<string, 'begin' | 'end' | 'time'>
  /** Columns whose cells hold several values of which we take the first, by the text between them; the rehearsal warns of the others. */
  first?: Record<string, string>
  /** Values of a column that are read under other conditions only: where one of these holds, the rehearsal warns that the cell is not imported. */
  warnings?: readonly { column: string; when?: Condition; unless?: Condition }[]
  /** Numbers of a column that come on top of another's: of that column on the same line, or the last one above it in the same record. */
  plus?: Record<string, string>
  /** Columns with names of pictures: the address they lie at, put in front of each. */
  base?: Record<string, string>
  /** Our columns that are the same for every row, unless a cell says otherwise. */
  constants?: Record<string, string>
  /** Lines to leave out. */
  skip?: readonly Condition[]
}

const separator = { type: 'string', minLength: 1, maxLength: 5 }
const words = { type: 'object', additionalProperties: { type: 'string', maxLength: 1_000 } }
const condition = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
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
    inherit: { type: 'array', maxItems: 50, items: { type: 'string' } },
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
      properties: { source: { type: 'string', minLength: 1, maxLength: 60 }, column: { type: 'string' } },
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
    warnings: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['column'],
        additionalProperties: false,
        properties: { column: { type: 'string' }, when: condition, unless: condition },
      },
    },
    plus: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', minLength: 1 } },
    base: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string', pattern: '^https?://', maxLength: 500 } },
    constants: words,
    skip: { type: 'array', maxItems: 50, items: condition },
  },
}

/** Where a column goes to, as a list. */
export const getTargets = (targets: Target | readonly Target[]): readonly Target[] => (isSeveral(targets) ? targets : [targets])

const isSeveral = (targets: Target | readonly Target[]): targets is readonly Target[] => Array.isArray(targets)

/** A mapping as a client or a file sent it. @throws Failed INVALID */
export function asMapping(value: unknown): Mapping {
  const valid = validator(shape)
  if (!valid(value)) throw validationError({ mapping: message('sheets:error.mapping', { where: valid.errors?.[0]?.instancePath || '/' }) })
  return value as Mapping
}

import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { chartKinds, measureTypes } from '../report.ts'

/** A mistake in a report file: the file, the key in it, and what is wrong. */
export interface FileProblem {
  file: string
  key: string
  problem: string
}

const closed = { additionalProperties: false } as const
const oneOf = <const T extends readonly string[]>(values: T) => Type.Union(values.map((value) => Type.Literal(value))) as never
const name = Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 40 })
const pair = Type.Tuple([name, name])
const title = Type.Object(
  { 'en-US': Type.Optional(Type.String()), 'zh-HK': Type.Optional(Type.String()), 'zh-CN': Type.Optional(Type.String()) },
  { ...closed, minProperties: 1 },
)

const ReportFile = Type.Object(
  {
    title,
    order: Type.Optional(Type.Number()),
    permission: Type.String(),
    scope: Type.Optional(Type.Literal('none')),
    sql: Type.Union([Type.String(), Type.Array(Type.String())]),
    dimensions: Type.Record(
      name,
      Type.Object(
        { title, column: name, resource: Type.Optional(name), field: Type.Optional(name), ordered: Type.Optional(Type.Boolean()) },
        closed,
      ),
    ),
    measures: Type.Record(
      name,
      Type.Object(
        {
          title,
          type: Type.Unsafe<(typeof measureTypes)[number]>(oneOf(measureTypes)),
          permission: Type.Optional(Type.String()),
          sum: Type.Optional(name),
          once: Type.Optional(name),
          distinct: Type.Optional(name),
          average: Type.Optional(name),
          latest: Type.Optional(name),
          ratio: Type.Optional(pair),
          difference: Type.Optional(pair),
        },
        closed,
      ),
    ),
    group_by: Type.Array(name, { maxItems: 3 }),
    chart: Type.Object(
      {
        kind: Type.Unsafe<(typeof chartKinds)[number]>(oneOf(chartKinds)),
        measures: Type.Array(name, { minItems: 1 }),
        stacked: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    rows: Type.Optional(
      Type.Array(
        Type.Object(
          { title, column: name, type: Type.Unsafe<'text' | (typeof measureTypes)[number]>(oneOf(['text', ...measureTypes])) },
          closed,
        ),
      ),
    ),
  },
  closed,
)

/** A report in a file of the shop, as it is written there. */
export type ReportFile = Static<typeof ReportFile>

/** Parses the text of a report file. @returns the file, or what is wrong */
export function parseReportFile(file: string, text: string): { parsed: ReportFile } | { problems: FileProblem[] } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problems: [{ file, key: '', problem: `This is no JSON: ${(error as Error).message}` }] }
  }
  const problems = [...Value.Errors(ReportFile, value)].map(({ path, message, schema }) => {
    const choices: unknown[] = (schema['anyOf'] as { const?: unknown }[] | undefined)?.map((choice) => choice.const) ?? []
    const isChoice = choices.length > 0 && choices.every((choice) => typeof choice === 'string')
    return { file, key: path.slice(1).replaceAll('/', '.'), problem: isChoice ? `It must be one of ${choices.join(', ')}.` : `${message}.` }
  })
  return problems.length > 0 ? { problems } : { parsed: value as ReportFile }
}

/** The problem as a line of text. */
export const formatProblem = ({ file, key, problem }: FileProblem): string => `${file}: ${key === '' ? '' : `${key}: `}${problem}`

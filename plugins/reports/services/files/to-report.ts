import type { Kernel } from 'stoa'
import { type Computation, type Measure, type Report, REPORTS } from '../report.ts'
import { factSql, getStatement, isDated } from './fact-sql.ts'
import type { FileProblem, ReportFile } from './report-file.ts'

const locales = ['en-US', 'zh-HK', 'zh-CN'] as const
const computations = ['sum', 'distinct', 'average', 'latest', 'ratio', 'difference'] as const

type Title = ReportFile['title']

/** Finds what is wrong in a file beyond its form: unknown permissions, resources, dimensions and measures. */
export function findFileProblems(kernel: Kernel, name: string, file: ReportFile): Omit<FileProblem, 'file'>[] {
  const problems: Omit<FileProblem, 'file'>[] = []
  const check = (isRight: boolean, key: string, problem: string) => {
    if (!isRight) problems.push({ key, problem })
  }
  const { permissions, resources } = kernel.registry
  const statement = getStatement(file)
  check(/^[a-z][a-z0-9_]{0,39}$/.test(name), '', 'The file name must be lower-case letters, digits and underscores, with ".json".')
  check(!kernel.contributions(REPORTS).has(name), '', `A plugin has a report "${name}". Choose another file name.`)
  check(permissions.has(file.permission), 'permission', `There is no permission "${file.permission}". "stoa permissions" lists them.`)
  check(/^(?:select|with)\b/i.test(statement), 'sql', 'It must be one SELECT.')
  check(!statement.includes(';'), 'sql', 'It must be one statement, without ";".')
  for (const [key, { resource, field }] of Object.entries(file.dimensions)) {
    const target = resource === undefined ? undefined : resources.get(resource)
    check(resource === undefined || target !== undefined, `dimensions.${key}.resource`, `There is no resource "${resource}".`)
    check(field === undefined || target?.byName.has(field) === true, `dimensions.${key}.field`, `"${resource}" has no field "${field}".`)
  }
  for (const [key, measure] of Object.entries(file.measures)) {
    const named = computations.filter((computation) => measure[computation] !== undefined)
    check(named.length === 1, `measures.${key}`, `It needs one of ${computations.join(', ')}.`)
    check(
      measure.permission === undefined || permissions.has(measure.permission),
      `measures.${key}.permission`,
      `There is no permission "${measure.permission}".`,
    )
    for (const part of [...(measure.ratio ?? []), ...(measure.difference ?? [])])
      check(Object.hasOwn(file.measures, part), `measures.${key}`, `There is no measure "${part}".`)
    check(!isCircular(file.measures, key), `measures.${key}`, 'It is computed from itself.')
  }
  const units = isDated(statement) ? ['day', 'week', 'month', 'quarter', 'year'] : []
  for (const dimension of file.group_by)
    check(units.includes(dimension) || Object.hasOwn(file.dimensions, dimension), 'group_by', `There is no dimension "${dimension}".`)
  for (const measure of file.chart.measures)
    check(Object.hasOwn(file.measures, measure), 'chart.measures', `There is no measure "${measure}".`)
  return problems
}

/** Whether a measure is computed from itself, directly or by others. */
function isCircular(measures: ReportFile['measures'], name: string): boolean {
  const found = new Set<string>()
  const collect = (key: string) => {
    for (const part of [...(measures[key]?.ratio ?? []), ...(measures[key]?.difference ?? [])])
      if (!found.has(part)) {
        found.add(part)
        collect(part)
      }
  }
  collect(name)
  return found.has(name)
}

/** The report of a valid file. Its titles become messages of its own. */
export function toReport(kernel: Kernel, name: string, file: ReportFile): Report {
  const say = (key: string, title: Title) => {
    const [first = ''] = Object.values(title)
    for (const locale of locales) kernel.i18n.add('report-files', locale, { [name]: { [key]: title[locale] ?? first } })
    return `report-files:${name}.${key}`
  }
  const dated = isDated(getStatement(file)) ? 'period' : 'now'
  return {
    title: say('title', file.title),
    order: file.order ?? 200,
    needs: file.permission,
    dated,
    isFile: true,
    facts: (ctx, period) => factSql(ctx, file, period),
    dimensions: mapValues(file.dimensions, (dimension, key) => ({
      title: say(`dimension_${key}`, dimension.title),
      column: dimension.column,
      ...(dimension.resource === undefined ? {} : { of: dimension.resource }),
      ...(dimension.field === undefined ? {} : { via: dimension.field }),
      ...(dimension.ordered === undefined ? {} : { isOrdered: dimension.ordered }),
    })),
    measures: mapValues(file.measures, ({ title, type, permission, ...computation }, key): Measure => ({
      title: say(`measure_${key}`, title),
      type,
      ...(permission === undefined ? {} : { needs: permission }),
      // The file was checked to have one of them.
      ...(computation as Computation),
    })),
    groupBy: file.group_by,
    chart: file.chart,
    rows: (file.rows ?? []).map(({ title, column, type }, n) => ({ title: say(`row_${n}`, title), column, type })),
  }
}

const mapValues = <T, R>(values: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))

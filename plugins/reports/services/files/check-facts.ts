import { type Ctx, type Db, id, join, type Kernel, raw, sql, systemCtx, type Tx } from 'stoa'
import { groupedSql, rowsSql } from '../query.ts'
import { readGroups, readRowsOf } from '../read-report.ts'
import { listColumns } from '../read-rows.ts'
import { type ReportRequest, toRequest } from '../request.ts'
import { bindParameters, findTables, getStatement, isDated, listReadableColumns } from './fact-sql.ts'
import { type LoadedFile, REPORT_FILES } from './load-report-files.ts'
import { type FileProblem, formatProblem } from './report-file.ts'
import { toReport } from './to-report.ts'

/** Rolls a transaction back with its result. */
class Result extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super('rolled back')
    this.problems = problems
  }
}

const getMessage = (error: unknown): string => (error as Error).message

/**
 * Checks the statement of a file with the database: that it is one query, reads only what a file may read, has the columns that the file names,
 * and that they have fitting types. It is planned, not run, so that a start does not wait for it.
 */
export async function checkFacts(kernel: Kernel, loaded: LoadedFile): Promise<FileProblem[]> {
  const toProblem = (problem: string) => ({ file: loaded.file, key: 'sql', problem })
  const ctx = systemCtx(kernel, 'reports')
  const problems = await kernel
    .transaction(async (tx) => {
      throw new Result(await findStatementProblems(tx, ctx, loaded))
    })
    .catch((error: unknown) => (error instanceof Result ? error.problems : [getMessage(error)]))
  if (problems.length > 0) return problems.map(toProblem)
  const request = toFirstView(ctx, loaded)
  const names = listColumns(request).map(({ column }) => column)
  const statements = [groupedSql(ctx, request, request.period, 1), rowsSql(ctx, request, names, 1, 0)]
  try {
    for (const statement of statements) await readRowsOf(ctx, request, sql`explain ${statement}`)
    return []
  } catch (error) {
    return [toProblem(getMessage(error))]
  }
}

const toFirstView = (ctx: Ctx, { name, parsed }: LoadedFile): ReportRequest => toRequest(ctx, name, toReport(ctx.kernel, name, parsed))

/** Reads the first view of the report of a valid file. @returns the number of its groups, or what is wrong */
export async function tryFacts(kernel: Kernel, loaded: LoadedFile): Promise<number | FileProblem> {
  const ctx = systemCtx(kernel, 'reports')
  const request = toFirstView(ctx, loaded)
  try {
    return (await readGroups(ctx, request, request.period)).groups.length
  } catch (error) {
    return { file: loaded.file, key: 'sql', problem: getMessage(error) }
  }
}

/**
 * Creates the statement as a view over views of what a file may read. The view tells its columns, and any other table that it reads. A column
 * that a file may not read does not exist in these views.
 */
async function findStatementProblems(tx: Tx, ctx: Ctx, { parsed }: LoadedFile): Promise<string[]> {
  const statement = getStatement(parsed)
  for (const r of findTables(ctx, statement))
    await tx.run(sql`create temp view ${id(r.table)} as select ${join(listReadableColumns(r).map((name) => id(name)))} from ${id(r.table)}`)
  const day = raw(`date '2000-01-01'`)
  const bound = bindParameters(statement, { from: day, to: day, time_zone: raw(`'UTC'::text`) })
  await tx.run(sql`create temp view checked_report as select * from (${bound}) facts`)
  const others = await findOtherTables(tx)
  const columns = await tx.rows<{ name: string }>(
    sql`select attname as name from pg_attribute where attrelid = 'pg_temp.checked_report'::regclass and attnum > 0`,
  )
  const names = new Set(columns.map(({ name }) => name))
  const needed = [
    'id',
    ...(isDated(statement) ? ['day'] : []),
    ...Object.values(parsed.dimensions).map(({ column }) => column),
    ...Object.values(parsed.measures).flatMap(({ sum, once, distinct, average, latest }) =>
      [sum, once, distinct, average, latest].filter((column) => column !== undefined),
    ),
    ...(parsed.rows ?? []).map(({ column }) => column),
  ]
  return [
    ...others.map(({ name }) => `It may not read "${name}": only tables of resources, without a schema in front.`),
    ...[...new Set(needed)].filter((column) => !names.has(column)).map((column) => `It has no column "${column}".`),
  ]
}

/** The tables that the view reads beside the views of what a file may read. */
const findOtherTables = (db: Pick<Db, 'rows'>): Promise<{ name: string }[]> =>
  db.rows(sql`
    select distinct c.relname as name from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
      and d.refclassid = 'pg_class'::regclass join pg_class c on c.oid = d.refobjid
    where w.ev_class = 'pg_temp.checked_report'::regclass and c.relnamespace <> pg_my_temp_schema() order by 1`)

/** Check of all report files, as lines of text. */
export async function checkReportFiles(kernel: Kernel): Promise<string[]> {
  const { files, problems } = kernel.get(REPORT_FILES)
  const found = [...problems]
  for (const file of files) found.push(...(await checkFacts(kernel, file)))
  return found.map(formatProblem)
}

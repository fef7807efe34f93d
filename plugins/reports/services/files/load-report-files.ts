import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Kernel, token } from 'stoa'
import type { Report } from '../report.ts'
import { type FileProblem, parseReportFile, type ReportFile } from './report-file.ts'
import { findFileProblems, toReport } from './to-report.ts'

/** A valid report file. */
export interface LoadedFile {
  file: string
  name: string
  parsed: ReportFile
}

/** The reports in files of the shop, by name, and what is wrong in the other files. */
export interface ReportFiles {
  reports: ReadonlyMap<string, Report>
  files: readonly LoadedFile[]
  problems: readonly FileProblem[]
}

export const REPORT_FILES = token<ReportFiles>('reports/files')

/** Parses a report file and checks it without the database. */
export function readReportFile(kernel: Kernel, path: string, file = path): LoadedFile | { problems: FileProblem[] } {
  const name = basename(path, '.json')
  const result = parseReportFile(file, readFileSync(path, 'utf8'))
  if ('problems' in result) return result
  const problems = findFileProblems(kernel, name, result.parsed).map((problem) => ({ file, ...problem }))
  return problems.length > 0 ? { problems } : { file, name, parsed: result.parsed }
}

/** Reads `reports/*.json` of the folder of the shop. */
export function loadReportFiles(kernel: Kernel): ReportFiles {
  const folder = join(kernel.config.shopDir, 'reports')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const results = names.sort().map((name) => readReportFile(kernel, join(folder, name), `reports/${name}`))
  const files = results.flatMap((result) => ('problems' in result ? [] : [result]))
  return {
    files,
    reports: new Map(files.map(({ name, parsed }) => [name, toReport(kernel, name, parsed)])),
    problems: results.flatMap((result) => ('problems' in result ? result.problems : [])),
  }
}

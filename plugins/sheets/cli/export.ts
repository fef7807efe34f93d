import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { formatByName, formats, sheetNames, sheetResource } from './sheets.ts'
import { exportAll, getOne } from './whole-shop.ts'
import type { Format } from '../source/line.ts'
import {
  CliError,
  completing,
  dryRunNote,
  idList,
  getLanguage,
  leaf,
  note,
  operatorCtx,
  printData,
  type SharedOptions,
  createUnknownNameError,
  withKernel,
} from 'stoa/cli'

type ExportOptions = SharedOptions & { all?: string; format?: Format; language?: string; ids?: number[]; force?: boolean }

/** `stoa export`: exports rows of a resource to a file. */
export function command(): Command {
  return completing(
    leaf(
      'export',
      'Export rows of a resource to a spreadsheet',
      'stoa export product',
      'stoa export product --language zh-HK --fields stock_sku,name --format csv - | gzip > p.csv.gz',
      'stoa export customer customers.xlsx --force',
      'stoa export --all moving',
    )
      .argument('[resource]', 'As in `stoa resource list`')
      .argument('[file]', 'Target file; "export list.xlsx" when absent, - for standard output')
      .addOption(new Option('--format <format>', 'File format; taken from the file extension when absent').choices([...formats]))
      .option('--language <code>', 'Language of text columns that name none')
      .option('--ids <list>', 'Only these rows, separated by commas', idList)
      .option('--all <folder>', 'A sheet of everything and the uploads they name, for `stoa import --all` of another shop')
      .option('--force', 'Overwrite an existing file')
      .action((resource: string | undefined, file: string | undefined, options: ExportOptions) => {
        if (options.all !== undefined) return exportAll(getOne(resource, options.all), options)
        if (resource === undefined) throw new CliError('usage', 'Name a resource, or use --all.', { hint: 'stoa resource list' })
        return run(resource, file, options)
      }),
    sheetNames('export'),
  )
}

async function run(resource: string, outputFile: string | undefined, options: ExportOptions): Promise<void> {
  const format = options.format ?? (outputFile && outputFile !== '-' ? formatByName(outputFile) : outputFile === '-' ? 'csv' : 'xlsx')
  if (!format)
    throw new CliError('usage', `The extension of "${outputFile}" is not a known format.`, {
      hint: `stoa export ${resource} ${outputFile} --format csv`,
    })
  const file = outputFile ?? `export list.${format}`
  const language = getLanguage(options.language)
  if (file === '-' && format === 'xlsx' && process.stdout.isTTY) {
    throw new CliError('usage', 'An xlsx workbook cannot be written to a terminal.', {
      hint: `stoa export ${resource} "export list.xlsx"`,
    })
  }
  if (file !== '-' && existsSync(file) && !options.force) {
    throw new CliError('conflict', `${file} already exists.`, {
      hint: 'Use another name, or --force to overwrite it.',
    })
  }
  await withKernel(options, async (kernel) => {
    const { exportRecords } = await import('../export/export.ts')
    const ctx = operatorCtx(kernel, language)
    const r = sheetResource(kernel.registry, resource, 'export')
    const columns = await resolveColumns(options.fields, ctx, r.name)
    let rows = 0
    const bytes = exportRecords(ctx, r.name, {
      format,
      ...(language ? { language } : {}),
      ...(options.ids ? { ids: options.ids } : {}),
      ...(columns ? { columns } : {}),
      onProgress: ({ done }) => {
        rows = done
      },
    })
    if (options.dryRun) return dryRunNote(options, { resource: r.name, file, format })
    if (file === '-') return pipeline(Readable.from(bytes, { objectMode: false }), process.stdout, { end: false })
    await writeWhole(file, bytes)
    if (options.json) printData(JSON.stringify({ resource: r.name, file, format, rows }))
    else note(options, `✓ ${rows} ${rows === 1 ? 'row' : 'rows'} of ${r.name} in ${file}`)
  })
}

async function resolveColumns(
  fields: string | undefined,
  ctx: ReturnType<typeof operatorCtx>,
  resource: string,
): Promise<string[] | undefined> {
  if (fields === undefined) return undefined
  const { getLayoutFor } = await import('../mapping/columns.ts')
  const { registry } = ctx.kernel
  const names = getLayoutFor(ctx, registry.resource(resource))
    .columns.filter((c) => c.writes)
    .map((c) => c.name)
  return fields.split(',').map((field) => {
    const name = names.find((n) => n.toLowerCase() === field.trim().toLowerCase())
    if (!name) throw createUnknownNameError('column', field.trim(), names, { exit: 'usage', hint: `stoa resource show ${resource}` })
    return name
  })
}

/** Writes to a temporary file and renames it, so that no partial file has the final name. */
async function writeWhole(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const part = `${file}.${process.pid}.part`
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

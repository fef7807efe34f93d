import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { sheetNames, sheetResource } from '../sheets.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import {
  CliError,
  completing,
  dryRunNote,
  family,
  leaf,
  note,
  operatorCtx,
  printData,
  printRows,
  readStdin,
  type SharedOptions,
  withKernel,
} from 'stoa/cli'

/** `stoa import mapping`: manages column mappings. */
export function mappingCommand(): Command {
  return family('mapping', 'List and save mappings for imports', list(), show(), save(), remove())
}

function list(): Command {
  return completing(
    leaf('list', 'Show all mappings', 'stoa import mapping list', 'stoa import mapping list product')
      .argument('[resource]', 'Only those of one resource')
      .action(async (resource: string | undefined, options: SharedOptions) => {
        const rows = await withKernel(options, async (kernel) => {
          const { allMappings } = await import('../../mapping/mappings.ts')
          const all =
            resource === undefined
              ? [...kernel.registry.resources.values()].filter((r) => r.verbs.includes('import'))
              : [sheetResource(kernel.registry, resource, 'import')]
          return (await Promise.all(all.map((r) => allMappings(operatorCtx(kernel), r.name)))).flat()
        })
        const outputRows = rows.map((m) => ({
          resource: m.resource,
          name: m.name,
          from: m.builtIn ? 'built-in' : 'saved',
          columns: Object.keys(m.mapping.columns).length,
        }))
        printRows(options, ['resource', 'name', 'from', 'columns'], outputRows)
      }),
    sheetNames('import'),
  )
}

function show(): Command {
  return completing(
    leaf('show', 'Print a mapping as JSON, to edit and save', 'stoa import mapping show product spree-products > mine.json')
      .argument('<resource>', 'What it imports')
      .argument('<name>', 'Name of the mapping')
      .action(async (resource: string, name: string, options: SharedOptions) => {
        await withKernel(options, async (kernel) => {
          const { mappingNamed } = await import('./columns.ts')
          const r = sheetResource(kernel.registry, resource, 'import')
          const { fingerprint, mapping } = await mappingNamed(operatorCtx(kernel), r.name, name)
          const whole = { fingerprint, ...mapping }
          printData(options.json ? JSON.stringify(whole) : JSON.stringify(whole, null, 2))
        })
      }),
    sheetNames('import'),
  )
}

function save(): Command {
  return completing(
    leaf(
      'save',
      'Save a mapping from a file',
      'stoa import mapping save product mine mine.json',
      'stoa import mapping save product mine - < mine.json',
    )
      .argument('<resource>', 'What it imports')
      .argument('<name>', 'Name of the mapping; an existing one is replaced')
      .argument('<file>', 'JSON as `stoa import mapping show` prints it, - for standard input')
      .action(async (resource: string, name: string, file: string, options: SharedOptions) => {
        const { fingerprint = [], ...rest } = parse(file, file === '-' ? await readStdin() : await readText(file))
        await withKernel(options, async (kernel) => {
          const { asMapping } = await import('../../mapping/mapping.ts')
          const { mapLines } = await import('../../mapping/read-lines.ts')
          const { saveMapping } = await import('../../mapping/mappings.ts')
          const { getLayoutFor } = await import('../../mapping/columns.ts')
          const r = sheetResource(kernel.registry, resource, 'import')
          const mapping = asMapping(rest)
          // Validates the column names when the mapping is saved, not when the next file arrives.
          mapLines(mapping, Object.keys(mapping.columns), getLayoutFor(operatorCtx(kernel), r))
          if (options.dryRun) return dryRunNote(options, { resource: r.name, name })
          await saveMapping(kernel.db, r.name, name, mapping, fingerprint)
          if (options.json) printData(JSON.stringify({ resource: r.name, name }))
          else note(options, `✓ Mapping ${name} saved\nNext: stoa import ${r.name} <file> --mapping ${name}`)
        })
      }),
    sheetNames('import'),
  )
}

const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError('notFound', `${file} cannot be read (${error.code}).`, { cause: error })
  })

function parse(file: string, content: string): Mapping & { fingerprint?: string[] } {
  try {
    return JSON.parse(content) as Mapping & { fingerprint?: string[] }
  } catch (error) {
    throw new CliError('usage', `${file} is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
}

function remove(): Command {
  return completing(
    leaf('delete', 'Forget a saved mapping', 'stoa import mapping delete product mine')
      .argument('<resource>', 'What it imports')
      .argument('<name>', 'Name of the mapping')
      .action(async (resource: string, name: string, options: SharedOptions) => {
        await withKernel(options, async (kernel) => {
          const { mappingNamed } = await import('./columns.ts')
          const { deleteMapping } = await import('../../mapping/mappings.ts')
          const r = sheetResource(kernel.registry, resource, 'import')
          const found = await mappingNamed(operatorCtx(kernel), r.name, name)
          if (found.builtIn) throw new CliError('conflict', `The mapping ${name} is built in and cannot be deleted.`)
          if (options.dryRun) return dryRunNote(options, { resource: r.name, name })
          await deleteMapping(kernel.db, r.name, name)
          if (options.json) printData(JSON.stringify({ resource: r.name, name, deleted: true }))
          else note(options, `✓ Mapping ${name} deleted`)
        })
      }),
    sheetNames('import'),
  )
}

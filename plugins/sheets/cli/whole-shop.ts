import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, dryRunNote, EXIT, note, operatorCtx, printData, type SharedOptions, withKernel } from '../../../cli/kit.ts'

/** The folder of `--all`, beside which no single resource is named. @throws CliError */
export function oneOf(resource: string | undefined, folder: string): string {
  if (resource === undefined) return folder
  throw new CliError('usage', `Say either ${resource} or --all.`)
}

/** `stoa export --all`: the whole shop as sheets in a folder. */
export async function exportAll(folder: string, options: SharedOptions & { force?: boolean }): Promise<void> {
  if (existsSync(folder) && !options.force)
    throw new CliError('conflict', `${folder} exists already.`, { hint: 'Give another name, or --force to write over its sheets.' })
  await withKernel(options, async (kernel) => {
    const { exportShop } = await import('../transfer/whole-shop.ts')
    if (options.dryRun) return dryRunNote(options, { folder })
    const rows: Record<string, number> = {}
    const { files } = await exportShop(operatorCtx(kernel), folder, (resource, count) => {
      rows[resource] = count
      if (count > 0) note(options, `✓ ${count} ${resource}`)
    })
    if (options.json) printData(JSON.stringify({ folder, rows, files }))
    else note(options, `✓ ${files} ${files === 1 ? 'upload' : 'uploads'} in ${join(folder, 'files')}`)
  })
}

/** `stoa import --all`: what `stoa export --all` wrote. What is there already stays and is brought up to date. */
export async function importAll(folder: string, options: SharedOptions): Promise<void> {
  if (!existsSync(join(folder, 'files.json')))
    throw new CliError('notFound', `${folder} holds no shop.`, { hint: `stoa export --all ${folder}` })
  await withKernel(options, async (kernel) => {
    const { importShop } = await import('../transfer/whole-shop.ts')
    if (options.dryRun) return dryRunNote(options, { folder })
    const summaries = new Map<string, { create: number; change: number; unchanged: number; error: number }>()
    const errors = new Map<string, { row: number; column: string; error: string }[]>()
    await importShop(operatorCtx(kernel), folder, (resource, answer) => {
      const before = summaries.get(resource)
      const { create, change, unchanged, error } = answer.summary
      // Read again, a sheet finds what it made before.
      summaries.set(resource, before ? { ...before, create: before.create + create, error } : { create, change, unchanged, error })
      errors.set(resource, answer.errors)
    })
    const failed = [...summaries].filter(([, { error }]) => error > 0)
    if (options.json) printData(JSON.stringify({ folder, summaries: Object.fromEntries(summaries), errors: Object.fromEntries(errors) }))
    else {
      for (const [resource, { create, change, error }] of summaries)
        note(options, `${error > 0 ? '!' : '✓'} ${resource}: ${create} created, ${change} changed, ${error} failed`)
      for (const [resource] of failed)
        for (const { row, column, error } of (errors.get(resource) ?? []).slice(0, 5))
          note(options, `  ${resource} row ${row}  ${column}  ${error}`)
    }
    if (failed.length > 0) process.exitCode = EXIT.partial
  })
}

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError, dryRunNote, EXIT, note, operatorCtx, printData, type SharedOptions, withKernel } from 'stoa/cli'
import { shopFiles } from '../transfer/shop-files.ts'

/** The folder of `--all`, which excludes a resource name. @throws CliError */
export function getOne(resource: string | undefined, folder: string): string {
  if (resource === undefined) return folder
  throw new CliError('usage', `Use either ${resource} or --all.`)
}

const isArchive = (target: string): boolean => /\.(tar\.gz|tgz)$/i.test(target)

/** For an archive, works in a temporary folder that is removed afterwards. Any other target is used as the folder itself. */
async function withFolder<T>(target: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (!isArchive(target)) return work(target)
  const folder = await mkdtemp(join(tmpdir(), 'stoa-shop-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `stoa export --all`: exports the whole shop to a folder or an archive. */
export async function exportAll(target: string, options: SharedOptions & { force?: boolean }): Promise<void> {
  if (existsSync(target) && !options.force)
    throw new CliError('conflict', `${target} already exists.`, { hint: 'Use another name, or --force to overwrite its sheets.' })
  await withKernel(options, async (kernel) => {
    if (options.dryRun) return dryRunNote(options, { folder: target })
    const { exportShop } = await import('../transfer/export-shop.ts')
    const rows: Record<string, number> = {}
    const files = await withFolder(target, async (folder) => {
      const answer = await exportShop(operatorCtx(kernel), folder, (resource, count) => {
        rows[resource] = count
        if (count > 0) note(options, `✓ ${count} ${resource}`)
      })
      if (isArchive(target)) await (await import('./shop-archive.ts')).packShop(folder, target)
      return answer.files
    })
    if (options.json) printData(JSON.stringify({ folder: target, rows, files }))
    else note(options, `✓ ${files} ${files === 1 ? 'upload' : 'uploads'} in ${isArchive(target) ? target : join(target, 'files')}`)
  })
}

interface Counts {
  create: number
  change: number
  unchanged: number
  error: number
}

/** `stoa import --all`: imports the output of `stoa export --all`. Existing rows are updated. */
export async function importAll(target: string, options: SharedOptions): Promise<void> {
  const missing = new CliError('notFound', `${target} contains no shop export.`, { hint: `stoa export --all ${target}` })
  if (!existsSync(isArchive(target) ? target : shopFiles(target).uploads)) throw missing
  await withKernel(options, async (kernel) => {
    if (options.dryRun) return dryRunNote(options, { folder: target })
    const { importShop } = await import('../transfer/import-shop.ts')
    const summaries = new Map<string, Counts>()
    const errors = new Map<string, { row: number; column: string; error: string }[]>()
    let settings: readonly { setting: string; error: string }[] = []
    await withFolder(target, async (folder) => {
      if (isArchive(target)) await (await import('./shop-archive.ts')).unpackShop(target, folder)
      if (!existsSync(shopFiles(folder).uploads)) throw missing
      await importShop(operatorCtx(kernel), folder, {
        onSheet(resource, answer) {
          const before = summaries.get(resource)
          const { create, change, unchanged, error } = answer.summary
          // A file that is read a second time updates the rows it created the first time.
          summaries.set(resource, before ? { ...before, create: before.create + create, error } : { create, change, unchanged, error })
          errors.set(resource, answer.errors)
        },
        onSettings: (refused) => (settings = refused),
      })
    })
    const failed = [...summaries].filter(([, { error }]) => error > 0)
    if (options.json)
      printData(JSON.stringify({ folder: target, summaries: Object.fromEntries(summaries), errors: Object.fromEntries(errors), settings }))
    else {
      for (const [resource, { create, change, error }] of summaries)
        note(options, `${error > 0 ? '!' : '✓'} ${resource}: ${create} created, ${change} changed, ${error} failed`)
      for (const [resource] of failed)
        for (const { row, column, error } of (errors.get(resource) ?? []).slice(0, 5))
          note(options, `  ${resource} row ${row}  ${column}  ${error}`)
      for (const { setting, error } of settings) note(options, `! setting ${setting}: ${error}`)
    }
    if (failed.length > 0 || settings.length > 0) process.exitCode = EXIT.partial
  })
}

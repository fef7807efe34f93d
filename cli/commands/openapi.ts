import { existsSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'

/** `stoa openapi`: the API description, for client generators. */
export function command(): Command {
  return leaf('openapi', 'Write the OpenAPI description of the API', 'stoa openapi openapi.json', 'stoa openapi | jq .paths')
    .argument('[file]', 'Where to; standard output when absent or -', '-')
    .option('--force', 'Replace the file when there is one')
    .action(async (file: string, options: SharedOptions & { force?: boolean }) => {
      if (file !== '-' && existsSync(file) && !options.force) {
        throw new CliError('conflict', `${file} exists already.`, {
          hint: 'Give another name, or --force to replace it.',
        })
      }
      const text = await withKernel(options, async (kernel) => {
        const [{ createApp }, { openApi }] = await Promise.all([import('../../core/app.ts'), import('../openapi/document.ts')])
        const { http } = await createApp(kernel)
        const description = openApi(http)
        await http.close()
        return JSON.stringify(description, null, 2)
      })
      if (file === '-') return printData(text)
      if (options.dryRun) return dryRunNote(options, { file })
      writeFileSync(file, `${text}\n`)
      if (options.json) printData(JSON.stringify({ file }))
      else note(options, `✓ ${file}`)
    })
}

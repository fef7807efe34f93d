import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { projectRoot } from '../../core/root.ts'
import { withKernel } from '../kernel.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { note, printData } from '../output.ts'
import { reference } from '../reference.ts'

/** `stoa docs`: writes the reference documentation from the code. */
export function command(): Command {
  return leaf('docs', 'Write the reference documentation from the code')
    .addHelpText('after', '\nExample:\n  stoa docs\n')
    .action(async (options: SharedOptions) => {
      const files = await withKernel(async ({ kernel }) => reference(kernel))
      for (const [name, content] of Object.entries(files)) {
        const file = join(projectRoot(), 'docs', name)
        if (options.dryRun) continue
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, content)
      }
      if (options.json) printData(JSON.stringify({ files: Object.keys(files) }))
      else note(options, `${options.dryRun ? 'Would write' : 'Wrote'} ${Object.keys(files).map((f) => `docs/${f}`).join(', ')}`)
    })
}

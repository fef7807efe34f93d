import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Kernel } from '../../core/context.ts'
import { shopRoot } from '../../core/root.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'

/** `stoa docs`: generates the reference documentation from the code. */
export function command(): Command {
  return leaf('docs', 'Write the reference documentation from the code', 'stoa docs').action(async (options: SharedOptions) => {
    const { readPlugins } = await import('../paper.ts')
    const { reference } = await import('../reference.ts')
    // It reads only declarations and messages.
    const contents = reference((await readPlugins()) as unknown as Kernel)
    const files = Object.keys(contents).map((name) => `docs/${name}`)
    if (options.dryRun) {
      note(options, `Would write ${files.join(', ')}`)
      return dryRunNote(options, { files })
    }
    for (const [name, content] of Object.entries(contents)) {
      const file = join(shopRoot(), 'docs', name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    if (options.json) printData(JSON.stringify({ files }))
    else note(options, `Wrote ${files.join(', ')}`)
  })
}

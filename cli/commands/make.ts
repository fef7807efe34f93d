import { relative } from 'node:path'
import type { Command } from 'commander'
import { family, leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'

type MakeOptions = SharedOptions & { resource?: string; label?: string; plural?: string; package?: boolean }

/** `stoa make`: generates code. */
export function command(): Command {
  return family('make', 'Begin something new', plugin())
}

function plugin(): Command {
  return leaf(
    'plugin',
    'Begin a plugin: one resource with list, form, API, import and export',
    'stoa make plugin forum --resource forum_post --label "Forum post"',
  )
    .argument('<id>', 'Its folder below plugins/')
    .option('--resource <name>', 'Its first resource, singular; the id when absent')
    .option('--label <text>', 'What one is called; made of the name when absent')
    .option('--plural <text>', 'What several are called')
    .option('--package', 'As a package of its own, in the folder stoa-<id> here')
    .action(async (id: string, options: MakeOptions) => {
      const { copyTemplate, planPlugin, refreshDocs } = await import('../make-plugin.ts')
      const plan = await planPlugin(id, options)
      const folder = relative(process.cwd(), plan.folder)
      for (const file of plan.files) note(options, `  + ${folder}/${file}`)
      if (!plan.isPackage)
        note(
          options,
          `  ~ package.json: stoa.plugins + ${id}\n  ~ docs/index.md, docs/architecture.md, docs/permissions.md, docs/reference/${id}.md`,
        )
      if (options.dryRun) return dryRunNote(options, { id, resource: plan.resource, files: plan.files })
      copyTemplate(plan)
      if (plan.isPackage) {
        if (options.json) return printData(JSON.stringify({ id, resource: plan.resource, files: plan.files }))
        return note(
          options,
          `✓ Package ${folder} with the plugin ${id}\nNext: cd ${folder}, npm install -D <archive of Stoa>, npm test · npm pack`,
        )
      }
      await refreshDocs()
      if (options.json) printData(JSON.stringify({ id, resource: plan.resource, files: plan.files }))
      else
        note(
          options,
          `✓ Plugin ${id} with the resource ${plan.resource}\nNext: stoa start, then ${plan.label} in the menu · npm test · put Chinese into plugins/${id}/locales`,
        )
    })
}

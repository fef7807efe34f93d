import type { Command } from 'commander'
import type { Kernel } from 'stoa'
import type { Registry, Resource } from 'stoa/engine'
import { inSheets, sheetNames, sheetResource } from './sheets.ts'
import { columnLabel } from '../mapping/header.ts'
import { getLayout } from '../mapping/columns.ts'
import { completing, family, leaf, readPluginArchive, printRows, type SharedOptions } from 'stoa/cli'

/** `stoa resource`: lists the resources that can be imported and exported. */
export function command(): Command {
  return family('resource', 'List what can be imported and exported', list(), show())
}

function list(): Command {
  return leaf('list', 'Show what can be imported and exported', 'stoa resource list', 'stoa resource list --json').action(
    async (options: SharedOptions) => {
      const { registry, i18n } = await readPluginArchive()
      const rows = [...registry.resources.values()].filter(inSheets).map((r) => ({
        name: r.name,
        label: i18n.t('en-US', `${r.plugin}:${r.name}._plural`),
        plugin: r.plugin,
        import: r.verbs.includes('import'),
        export: r.verbs.includes('export'),
        columns: getNames(registry, r),
      }))
      const outputRows = options.json
        ? rows
        : rows.map((r) => ({
            ...r,
            import: r.import ? 'import' : '',
            export: r.export ? 'export' : '',
            columns: r.columns.join(', '),
          }))
      printRows(options, ['name', 'label', 'import', 'export', 'columns'], outputRows)
    },
  )
}

const getNames = (registry: Registry, r: Resource) => getLayout(registry, r, 'en-US').columns.map((c) => c.name)

function show(): Command {
  return completing(
    leaf('show', 'Show the columns of one resource', 'stoa resource show product')
      .argument('<resource>', 'As in `stoa resource list`')
      .action(async (name: string, options: SharedOptions) => {
        const made = await readPluginArchive()
        const r = sheetResource(made.registry, name)
        const layout = getLayout(made.registry, r, 'en-US')
        const rows = layout.columns.map((c) => ({
          column: c.name,
          label: columnLabel(made as unknown as Kernel, 'en-US', layout, c),
          kind: c.field?.meta.kind ?? 'text',
          required: c.required && c.reads,
          import: c.reads && r.verbs.includes('import'),
          export: c.writes && r.verbs.includes('export'),
        }))
        printRows(options, ['column', 'label', 'kind', 'required', 'import', 'export'], rows)
      }),
    sheetNames(),
  )
}

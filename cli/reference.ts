import type { Kernel } from '../core/context.ts'
import { errorKinds } from '../core/http/errors.ts'
import { fieldLabel } from '../core/i18n/labels.ts'
import type { Resource } from '../core/resource/compile.ts'

const note = '<!-- Written by `stoa docs`. Change the code, not this file. -->\n'
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((r) => `| ${r.map((c) => c.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`),
  ].join('\n')

/** The generated documentation: file below docs/ → content. */
export function reference(kernel: Kernel): Record<string, string> {
  return {
    'errors.md': errorsDoc(kernel),
    'permissions.md': permissionsDoc(kernel),
    ...Object.fromEntries(kernel.registry.plugins.map((p) => [`reference/${p.id}.md`, pluginDoc(kernel, p.id)])),
  }
}

function errorsDoc({ i18n }: Kernel): string {
  return `${note}# Errors

Every failure answers \`{ code, messages }\`, where \`messages\` is a list of texts or a map from field to texts, in the
language of the request. A 401 also carries \`error\`; \`STALE\` carries \`current\`, the row as it stands now.

${table(
  ['Code', 'Status', 'Text'],
  errorKinds().map((k) => [`\`${k.code}\``, String(k.status), i18n.t('en-US', k.text)]),
)}
`
}

function permissionsDoc({ registry }: Kernel): string {
  const presets = [...registry.presets].map(([name, list]) => [`\`${name}\``, list.map((p) => `\`${p}\``).join(', ')])
  return `${note}# Permissions

A permission is an action and a resource, with "batch" in front where many rows are meant. A role holds a list of them.

${table(
  ['Permission', 'Plugin'],
  [...registry.permissions.values()].sort((a, b) => a.name.localeCompare(b.name)).map((p) => [`\`${p.name}\``, p.plugin]),
)}

## Presets

Ready-made sets that \`stoa role grant\` and the role screen can grant at once.

${table(['Preset', 'Holds'], presets)}
`
}

function pluginDoc(kernel: Kernel, id: string): string {
  const resources = [...kernel.registry.resources.values()].filter((r) => r.plugin === id)
  const settings = [...kernel.registry.settings.values()].filter((g) => g.plugin === id)
  return `${note}# ${kernel.i18n.t('en-US', `${id}:_plugin`)}

${resources.map((r) => resourceDoc(kernel, r)).join('\n\n')}
${settings.map((g) => `\n## Settings: ${g.group}\n\n${fieldTable(kernel, kernel.settings.asResource(g.group))}`).join('\n')}
${pointsDoc(kernel, id)}`
}

/** Extension points of a plugin, and its contributions to others. */
function pointsDoc({ registry }: Kernel, id: string): string {
  const points = [...registry.extensionPoints.values()]
  const opened = points.filter((p) => p.plugin === id)
  const made = points.flatMap((p) => p.contributions.filter((o) => o.plugin === id))
  const names = (list: readonly { name: string; plugin: string }[]) =>
    list.map((o) => (o.plugin === id ? `\`${o.name}\`` : `\`${o.name}\` (${o.plugin})`)).join(', ')
  return [
    opened.length > 0
      ? `\n## Points\n\n${table(
          ['Point', 'What is offered there', 'Offers'],
          opened.map(({ point, contributions }) => [`\`${point.name}\``, point.description, names(contributions)]),
        )}\n`
      : '',
    made.length > 0
      ? `\n## Offers\n\n${table(
          ['Point', 'Name'],
          made.map((o) => [`\`${o.point}\``, `\`${o.name}\``]),
        )}\n`
      : '',
  ].join('')
}

function resourceDoc(kernel: Kernel, r: Resource): string {
  const say = (key: string) => kernel.i18n.t('en-US', `${r.plugin}:${r.name}.${key}`)
  const moves = Object.entries(r.def.states?.transitions ?? {})
  const access =
    r.verbs.length > 0
      ? `Route \`/api/admin/${r.name}\`, screens below \`/admin/${r.path}\`. Verbs: ${r.verbs.join(', ')}.`
      : 'Written and read with its parent.'
  return `## ${say('_label')} (\`${r.name}\`)

${access}${r.def.match ? ` Sheets find rows by \`${r.def.match}\`.` : ''}${r.locked ? ' Updates may carry `version`.' : ''}${r.softDelete ? ' Deleted rows are kept, marked.' : ''}

${fieldTable(kernel, r)}${
    moves.length > 0
      ? `\n\n${table(
          ['Move', 'From', 'To'],
          moves.map(([name, m]) => [`\`${name}\``, m.from.join(', '), m.to]),
        )}`
      : ''
  }`
}

function fieldTable(kernel: Kernel, r: Resource): string {
  return table(
    ['Field', 'Label', 'Kind', 'Notes'],
    r.fields.map((f) => {
      const { meta } = f
      const notes = [
        meta.required ? 'required' : '',
        meta.localized ? 'per language' : '',
        meta.unique ? 'unique' : '',
        meta.readOnly ? 'set by the product' : '',
        meta.secret ? 'write-only' : '',
        meta.to ? `→ ${meta.to}` : '',
        meta.values ? meta.values.join(', ') : '',
        meta.maxLength ? `up to ${meta.maxLength} characters` : '',
        meta.ext ? `added by ${meta.ext}` : '',
        meta.needs ? `needs \`${meta.needs}\`` : '',
      ].filter(Boolean)
      return [`\`${f.name}\``, fieldLabel(kernel, 'en-US', r, f.name), meta.kind, notes.join('; ')]
    }),
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Folders of a plugin without SQL of the running product: migrations and tests may use any table. */
const leftOut = new Set(['admin', 'store', 'tests', 'migrations', 'locales', 'node_modules'])

const sources = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : sources(join(dir, entry.name))
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [join(dir, entry.name)] : []
  })

/** The texts of all `sql` templates of a source, with a space for each value. Nested templates count once, separately. */
export function extractStatements(source: string): { text: string; line: number }[] {
  const tree = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, false)
  const found: { text: string; line: number }[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql') {
      const { template } = node
      const text = ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : [template.head, ...template.templateSpans.map((span) => span.literal)].map((part) => part.text).join(' ')
      found.push({ text, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const table = '"?([a-z_][a-z0-9_]*)"?'
/** Positions of table names: after these keywords, and in a list of tables before an alias. */
const places = [
  new RegExp(`\\b(?:from|join|into|update|using|only|table)\\s+${table}`, 'g'),
  new RegExp(`,\\s*${table}(?=\\s+(?:as\\s+)?[a-z]\\b)`, 'g'),
]

/** The tables that a statement refers to, once per occurrence. CTE names (`with stock as (…)`) are not tables. */
export function tablesIn(text: string, ownersByTable: ReadonlyMap<string, string>): string[] {
  const lower = text.toLowerCase()
  const cteNames = new Set([...lower.matchAll(/\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map((match) => match[1]))
  return places
    .flatMap((place) => [...lower.matchAll(place)].map((match) => match[1] ?? ''))
    .filter((name) => ownersByTable.has(name) && !cteNames.has(name))
}

/** SQL of a plugin that refers to a table of another plugin. */
export interface Foreign {
  pair: string
  at: string
}

/** Finds SQL of plugins below `root` that refers to tables of others. `owners` maps tables to plugins. */
export function foreignSql(root: string, plugins: readonly string[], owners: ReadonlyMap<string, string>): Foreign[] {
  return plugins.flatMap((plugin) =>
    sources(join(root, plugin)).flatMap((file) =>
      extractStatements(readFileSync(file, 'utf8')).flatMap(({ text, line }) =>
        tablesIn(text, owners)
          .filter((name) => owners.get(name) !== plugin)
          .map((name) => ({ pair: `${plugin} → ${owners.get(name)}`, at: `${file}:${line} names ${name}` })),
      ),
    ),
  )
}

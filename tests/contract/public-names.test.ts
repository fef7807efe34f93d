import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

const root = projectRoot()

const { exports: exported } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, string> }

/** The public kits, and the three entry points of each plugin. */
const ENTRIES = [
  ...Object.values(exported).filter((file) => /\.tsx?$/.test(file) && !file.includes('*')),
  ...readdirSync(join(root, 'plugins'))
    .sort()
    .flatMap((id) => ['index.ts', 'admin/index.ts', 'store/index.ts'].map((entry) => `plugins/${id}/${entry}`)),
].filter((file) => existsSync(join(root, file)))

/** Exported names of a module, sorted. */
function exportedNames(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => getDeclaredNames(statement, file)).sort()
}

function getDeclaredNames(statement: ts.Statement, file: string): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement
    if (!exportClause) return exportedNames(resolve(dirname(file), (moduleSpecifier as ts.StringLiteral).text))
    return ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [exportClause.name.text]
  }
  const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text)
  return [(statement as ts.FunctionDeclaration | ts.InterfaceDeclaration).name?.text ?? 'default']
}

/**
 * Each name here is part of the public API for plugins, so a change of this list needs a review. Update it with `npx vitest run --config
 * tests/vitest.config.ts tests/contract/public-names.test.ts -u`.
 */
test('the exports of kits and plugins match public-names.txt', async () => {
  // Entry points without exports are left out, as in a new plugin.
  const list = ENTRIES.flatMap((file) => {
    const names = exportedNames(join(root, file))
    return names.length > 0 ? [[file, ...names.map((name) => `  ${name}`)].join('\n')] : []
  })
  await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('public-names.txt')
})

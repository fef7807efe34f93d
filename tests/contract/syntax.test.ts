import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

/**
 * Our sources may only use syntax that type stripping can remove (docs/adr/0010). The compiler's own flag for this would also check
 * packages that publish their types as sources.
 */
const FOLDERS = ['core', 'plugins', 'cli', 'migrations', 'ui-admin', 'ui-store', 'tests', 'docs/examples']

const isDeclared = (node: ts.Node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.DeclareKeyword)

/** Describes the syntax of a node that type stripping cannot remove. */
function fault(node: ts.Node): string | undefined {
  if (ts.isEnumDeclaration(node)) return 'an enum'
  if (ts.isModuleDeclaration(node) && !isDeclared(node)) return 'a namespace'
  if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) return 'a parameter property'
  if (ts.isImportEqualsDeclaration(node) || (ts.isExportAssignment(node) && node.isExportEquals)) return 'an old kind of import or export'
  if (ts.isDecorator(node)) return 'a decorator'
  if (ts.isTypeAssertionExpression(node)) return 'a type in angle brackets'
  return undefined
}

/** The problems of one source, with line numbers. */
function faults(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const problem = fault(node)
    if (problem) found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} holds ${problem}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

test('all sources run with type stripping', () => {
  const root = projectRoot()
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((f) => /\.tsx?$/.test(f))
      .map((f) => `${folder}/${f}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap((file) => faults(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('syntax that cannot be erased is reported with its line', () => {
  expect(
    faults(
      'x.ts',
      'enum A { B }\nnamespace C { export const d = 1 }\nclass E { constructor(public f: number) {} }\n@g class H {}\nlet i = <string>j',
    ),
  ).toEqual([
    'x.ts:1 holds an enum',
    'x.ts:2 holds a namespace',
    'x.ts:3 holds a parameter property',
    'x.ts:4 holds a decorator',
    'x.ts:5 holds a type in angle brackets',
  ])
  expect(
    faults('x.ts', "declare module 'y' { interface Z { a: number } }\ndeclare global { interface W {} }\nexport type B = { c: 1 }"),
  ).toEqual([])
})

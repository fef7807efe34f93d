import ts from 'typescript'

/** A regular expression of a source file, with its position. */
export interface SourcePattern {
  place: string
  source: string
  flags: string
}

/** Patterns of a source file that can be read statically, and places where a pattern is only known at run time. */
export interface ExtractedPatterns {
  patterns: SourcePattern[]
  runtime: string[]
}

/** Placeholder for a part that is only known at run time. */
const UNKNOWN = 'x'

/** Reads the regular expressions of one TypeScript file: literals, `new RegExp(…)`, and `pattern` of schemas. */
export function extractPatterns(name: string, text: string): ExtractedPatterns {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true)
  const constants = collectConstants(file)
  const found: ExtractedPatterns = { patterns: [], runtime: [] }
  const visit = (node: ts.Node): void => {
    const place = `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.patterns.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp' && node.arguments?.[0]) {
      const source = evaluateText(node.arguments[0], constants)
      if (source === undefined) found.runtime.push(name)
      else found.patterns.push({ place, source, flags: node.arguments[1] ? (evaluateText(node.arguments[1], constants) ?? '') : '' })
    } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
      const source = evaluateText(node.initializer, constants)
      if (source !== undefined) found.patterns.push({ place, source, flags: 'u' })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Constants of a file that are initialized with a text or a pattern. */
function collectConstants(file: ts.SourceFile): Map<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return constants
}

/** The static text of an expression, with `UNKNOWN` for parts only known at run time; undefined if no part is static. */
function evaluateText(node: ts.Expression, constants: Map<string, ts.Expression>, depth = 0): string | undefined {
  if (depth > 5) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) {
    const initializer = constants.get(node.text)
    return initializer && evaluateText(initializer, constants, depth + 1)
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return evaluateText(node.expression, constants, depth + 1)
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'))
  if (ts.isTaggedTemplateExpression(node))
    return node.tag.getText() === 'String.raw' ? evaluateTemplate(node.template, constants, depth, true) : undefined
  if (ts.isTemplateExpression(node)) return evaluateTemplate(node, constants, depth, false)
  if (ts.isParenthesizedExpression(node)) return evaluateText(node.expression, constants, depth + 1)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [node.left, node.right].map((side) => evaluateText(side, constants, depth + 1))
    return left === undefined && right === undefined ? undefined : (left ?? UNKNOWN) + (right ?? UNKNOWN)
  }
  return undefined
}

function evaluateTemplate(node: ts.TemplateLiteral, constants: Map<string, ts.Expression>, depth: number, raw: boolean): string {
  const written = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail | ts.NoSubstitutionTemplateLiteral) =>
    raw ? (part.rawText ?? part.text) : part.text
  if (ts.isNoSubstitutionTemplateLiteral(node)) return written(node)
  return node.templateSpans.reduce(
    (text, span) => text + (evaluateText(span.expression, constants, depth + 1) ?? UNKNOWN) + written(span.literal),
    written(node.head),
  )
}

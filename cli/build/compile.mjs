import { basename, dirname, relative } from 'node:path'
import ts from 'typescript'

const options = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  sourceMap: true,
}

/** One source file as JavaScript with the map that leads stack traces back to it. Types are not checked here. */
export function compile(file, source, output) {
  const {
    outputText,
    sourceMapText,
    diagnostics = [],
  } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: options,
    reportDiagnostics: true,
  })
  const map = JSON.parse(sourceMapText)
  map.sources = [relative(dirname(output), file).replaceAll('\\', '/')]
  const problems = diagnostics.map(({ start = 0, messageText }) => {
    const line = source.slice(0, start).split('\n').length
    return `:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  const name = basename(file).replace(/\.tsx?$/, '.js')
  return {
    code: outputText.replace(/sourceMappingURL=.*$/m, `sourceMappingURL=${name}.map`),
    map: JSON.stringify(map),
    problems,
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Maps by built file; null where there is none. */
const maps = new Map()

function mapOf(file) {
  let map = maps.get(file)
  if (map === undefined) {
    map = existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null
    maps.set(file, map)
  }
  return map
}

/** One line of a trace, at its place in the sources where the file was built from them. */
function lineOf(call, dist) {
  const text = String(call)
  const url = call.getFileName() ?? ''
  if (!url.startsWith(dist)) return text
  const file = fileURLToPath(url)
  const at = mapOf(file)?.findEntry((call.getLineNumber() ?? 1) - 1, (call.getColumnNumber() ?? 1) - 1)
  if (at?.originalSource === undefined) return text
  const source = resolve(dirname(file), at.originalSource)
  return text.replace(/\(?file:[^()]*\)?$/, (place) => {
    const found = `${source}:${at.originalLine + 1}:${at.originalColumn + 1}`
    return place.startsWith('(') ? `(${found})` : found
  })
}

/**
 * Leads stack traces back to the sources. Maps are read when a trace is: Node's own way reads them all with every start.
 * @param {string} dist address of the built tree, as `file:…/dist/`
 */
export function traceToSources(dist) {
  Error.prepareStackTrace = (error, calls) => {
    let title = 'Error'
    try {
      title = Error.prototype.toString.call(error)
    } catch {
      // What was thrown has no name.
    }
    return [title, ...calls.map((call) => `    at ${lineOf(call, dist)}`)].join('\n')
  }
}

import { createHash } from 'node:crypto'
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * One instance for all apps of a process, so that identical schemas are compiled once. The generated code runs only a few times, so it
 * is not optimized.
 */
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { optimize: false } })

const REF = /"#\/components\/schemas\/([^"]+)"/g

/** Creates validators for one description. The cache key of a schema is its text, including all schemas it refers to. */
export function validators(schemas: Record<string, object>): (schema: object) => ValidateFunction {
  const texts = new Map<string, string>()
  const getSchemaText = (name: string) => {
    if (!schemas[name]) throw new Error(`the description speaks of "${name}" and does not say what it is`)
    return texts.get(name) ?? keep(texts, name, JSON.stringify(schemas[name]))
  }
  const marks = new Map<string, string>()
  const findReferences = (text: string, found = new Set<string>()) => {
    for (const [, name = ''] of text.matchAll(REF))
      if (!found.has(name)) {
        found.add(name)
        findReferences(getSchemaText(name), found)
      }
    return found
  }
  const hashSchema = (text: string) => {
    const parts = [...findReferences(text)].sort().map((name) => `${name} ${getSchemaText(name)}`)
    return createHash('sha1')
      .update([text, ...parts].join('\n'))
      .digest('hex')
  }
  const getMark = (name: string) => marks.get(name) ?? keep(marks, name, hashSchema(getSchemaText(name)))
  const named = (text: string) => text.replaceAll(REF, (_, name: string) => `"${getMark(name)}"`)
  const add = (mark: string, text: string) => {
    if (!ajv.schemas[mark]) ajv.addSchema(JSON.parse(named(text)) as object, mark)
  }
  return (schema) => {
    const text = JSON.stringify(schema)
    for (const name of findReferences(text)) add(getMark(name), getSchemaText(name))
    const mark = hashSchema(text)
    add(mark, text)
    return ajv.getSchema(mark) as ValidateFunction
  }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value)
  return value
}

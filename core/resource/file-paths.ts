import type { Tx } from '../db/transaction.ts'
import type { FilePathWithin } from '../fields/types.ts'
import { lockFiles } from '../file/lock-files.ts'
import { message } from '../http/errors.ts'
import type { Registry } from '../plugin/registry.ts'
import { listRichImages } from '../text/rich-images.ts'
import type { Locale } from '../api-types.ts'
import type { CompiledField, Resource } from './compile.ts'
import type { ParseContext, Values } from './parse-input.ts'

/** Whether a field holds an upload path. */
export const isFilePathField = ({ meta }: CompiledField): boolean => meta.kind === 'image' || meta.kind === 'file'

interface FilePath {
  /** Path of the field as errors name it: `images.0.path`, `cover:zh-HK`. */
  field: string
  path: string
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Upload paths in the value of a field in one language, each with its position in the value. */
function filePathsOfValue(f: CompiledField, value: unknown): Iterable<FilePathWithin> {
  if (isFilePathField(f)) return [{ at: '', path: value as string }]
  if (f.meta.kind === 'rich') return listRichImages(value as string).map((path) => ({ at: '', path }))
  return f.meta.filePaths?.(value) ?? []
}

/** Upload paths in a row and its child rows, except in read-only fields. */
export function* listFilePaths(registry: Registry, r: Resource, values: Values, language: Locale, prefix = ''): Generator<FilePath> {
  for (const f of r.fields) {
    const value = values[f.name]
    if (!isFilled(value) || f.meta.readOnly) continue
    const field = prefix + f.name
    if (f.meta.kind === 'rows') {
      const child = registry.resource(f.meta.to ?? '')
      for (const [i, row] of (value as Values[]).entries()) yield* listFilePaths(registry, child, row, language, `${field}.${i}.`)
      continue
    }
    const inLanguages = f.meta.localized && typeof value === 'object' ? Object.entries(value as Values) : [[language, value] as const]
    for (const [locale, inLanguage] of inLanguages) {
      if (!isFilled(inLanguage)) continue
      const name = locale === language ? field : `${field}:${locale}`
      for (const { at, path } of filePathsOfValue(f, inLanguage)) yield { field: at === '' ? name : `${name}.${at}`, path }
    }
  }
}

/**
 * Refuses paths without an upload, or with a private one. A path that the row already had is allowed.
 * @param o.files paths known to exist
 */
export async function rejectMissingFiles(
  { registry, ctx, language, problems }: Pick<ParseContext, 'registry' | 'ctx' | 'language' | 'problems'>,
  r: Resource,
  values: Values,
  { old, tx, files }: { old: Values | null; tx: Tx; files?: ReadonlySet<string> | undefined },
): Promise<void> {
  const before = new Set([...listFilePaths(registry, r, old ?? {}, language)].map(({ path }) => path))
  const added = [...listFilePaths(registry, r, values, language)].filter(
    ({ path }) => path !== '' && !before.has(path) && !files?.has(path),
  )
  const found = await lockFiles(
    tx,
    ctx.actor,
    added.map(({ path }) => path),
  )
  for (const { field, path } of added) if (!found.has(path)) problems.add(field, message('core:rule.file_missing'))
}

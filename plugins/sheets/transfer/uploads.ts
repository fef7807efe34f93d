import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Ctx, getFileStore, hasFile, readStoredFile, sql, storeFile, uploadsToMove } from 'stoa'
import { bytesIn, shopFiles } from './shop-files.ts'

/** Upload paths in fields and texts. The names are random, so there are no false matches. */
const uploads = /\b(?:img|doc)\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,4}\b/g

/** Prefix under which upload paths of another shop are remembered. */
const source = 'stoa:'

interface Upload {
  path: string
  name: string
  isPrivate?: boolean
}

/** The upload paths in a text. */
export const uploadsIn = (text: string): string[] => text.match(uploads) ?? []

/** Replaces upload paths in a text; unknown ones stay. */
export const withUploadPaths = (text: string, paths: ReadonlyMap<string, string>): string =>
  text.replaceAll(uploads, (path) => paths.get(path) ?? path)

/** Exports all public uploads, and the private ones that files reference. Uploads with missing files are skipped. */
export async function exportUploads({ kernel }: Ctx, folder: string, named: ReadonlySet<string>): Promise<number> {
  const files = shopFiles(folder)
  const list: Upload[] = []
  for (const upload of await uploadsToMove(kernel.db, [...named])) {
    const bytes = await readStoredFile(getFileStore(kernel), upload.path)
    if (!bytes) continue
    const target = files.upload(upload.path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, bytes)
    list.push(upload)
  }
  await writeFile(files.uploads, `${JSON.stringify(list, null, 2)}\n`)
  return list.length
}

/** Imports the uploads of another shop, each once. Returns their paths here. */
export async function importUploads({ kernel }: Ctx, folder: string): Promise<ReadonlyMap<string, string>> {
  const files = shopFiles(folder)
  const list = (await bytesIn(files.uploads)) > 0 ? (JSON.parse(await readFile(files.uploads, 'utf8')) as Upload[]) : []
  const fetchedPictures = await kernel.db.rows<{ url: string; path: string }>(
    sql`select url, path from fetched_picture where url = any(${list.map(({ path }) => source + path)}::text[])`,
  )
  const paths = new Map<string, string>()
  for (const { url, path } of fetchedPictures) if (await hasFile(kernel, path)) paths.set(url.slice(source.length), path)
  for (const { path, name, isPrivate = false } of list) {
    if (paths.has(path) || uploadsIn(path)[0] !== path) continue
    const bytes = await readFile(files.upload(path))
    const stored = await storeFile(kernel, kernel.db, {
      bytes,
      name,
      type: path.startsWith('img/') ? 'image' : 'file',
      trusted: true,
      isPrivate,
    })
    await kernel.db.run(sql`insert into fetched_picture (url, path) values (${source + path}, ${stored.path})
      on conflict (url) do update set path = excluded.path, updated_at = now()`)
    paths.set(path, stored.path)
  }
  return paths
}

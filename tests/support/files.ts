import { type Db, sql } from 'stoa'

const mimes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' }

/** Creates file records at these paths, without content, so that rows can refer to them. */
export async function addFiles(db: Db, paths: readonly string[], { isPrivate = false }: { isPrivate?: boolean } = {}): Promise<void> {
  for (const path of paths) {
    const mime = mimes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    await db.run(sql`insert into file (path, name, mime, size, sha256, is_private)
      values (${path}, ${path.split('/').at(-1)}, ${mime}, 1, ${path}, ${isPrivate}) on conflict (path) do nothing`)
  }
}
